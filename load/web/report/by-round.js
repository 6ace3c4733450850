// One figure of each variant, by round.
import { drawn, result } from './data.js';
import { lineChart } from './line-chart.js';

/** @param {string} key of the figure in a round */
export const byRound = (key, label, isLog = false) => lineChart({
  label,
  isLog,
  lines: drawn.map(subject => ({ subject, points: subject.variant.rounds.map(round => [round.n, round[key]]) })),
  ticks: result.order.map((_, i) => i + 1),
  verticals: result.marks.map(roundAt),
  formatX: String,
});

// The round that was under way at a note's time.
function roundAt({ t_s: seconds }) {
  const starts = result.order.map((_, i) =>
    Math.min(...drawn.map(({ variant }) => variant.rounds[i]?.start_s ?? Infinity)));
  return Math.max(1, starts.filter(start => start <= seconds).length);
}
