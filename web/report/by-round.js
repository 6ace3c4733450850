// Charts that show one value of each variant, such as its throughput, in each round of a comparison.
import { drawn, result, roundsOf } from './data.js';
import { lineChart } from './line-chart.js';
import { smallMultiples } from './small-multiples.js';

/** The most lines that share a chart; with more, each gets a chart of its own. */
const MOST_LINES = 4;

/** @param {string} key of the value in a round */
export const byRound = (key, label, isLog = false) => (drawn.length > MOST_LINES ? smallMultiples : lineChart)({
  label,
  isLog,
  lines: drawn.map(series => ({ series, points: roundsOf(series).map(round => [round.n, round[key]]) })),
  ticks: result.order.map((_, i) => i + 1),
  formatX: String,
});
