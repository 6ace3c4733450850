// Charts that show one value of each variant, such as its throughput, in each part of a comparison: its starts, or the
// batches of rounds of the only one.
import { drawn, partsOfComparison } from './data.js';
import { lineChart } from './line-chart.js';
import { smallMultiples } from './small-multiples.js';

/** The most lines that share a chart; with more, each gets a chart of its own. */
const MOST_LINES = 4;

/** @param {string} key of the value in a part */
export const byPart = (key, label) => (drawn.length > MOST_LINES ? smallMultiples : lineChart)({
  label,
  lines: drawn.map(series => ({ series, points: partsOfComparison(series).map(part => [part.n, part[key]]) })),
  ticks: partsOfComparison(drawn[0]).map(({ n }) => n),
  formatX: String,
});
