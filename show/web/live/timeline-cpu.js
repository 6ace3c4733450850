// The CPU timeline: the cores that each process used, stacked, up to the number of cores of the machine.
import { markup } from '../../../web/shared/markup.js';
import { scaleLinear } from '../../../web/shared/scales.js';
import { processFill, processLabel, processesWith } from './processes.js';
import { LOAD_TOOL, isDuet, processesDown, state } from './state.js';
import { createPlot, extentOf, gridLines, recentIntervals, renderTimeline, valueLabels } from './timeline.js';

export function drawCpuTimeline() {
  const intervals = isDuet() ? joinMoments(recentIntervals()) : recentIntervals();
  const plot = createPlot('cpu', intervals, 9.4);
  if (!plot) return;
  const { cores } = state.hello;
  const highest = cores * 1.02;
  const y = scaleLinear([0, highest], [plot.bottom, plot.top]);
  const processes = processesWith(intervals, 'cpu');

  const bars = intervals.map(interval => {
    const [x, width] = extentOf(plot, interval);
    let sum = 0;
    return processes.map(name => {
      const [low, high] = [y(sum), y(Math.min(highest, sum + (interval.cpu[name] ?? 0)))];
      sum = Math.min(highest, sum + (interval.cpu[name] ?? 0));
      return markup`<rect x="${x}" y="${high}" width="${width}" height="${low - high}" fill="${processFill(name)}"/>`;
    });
  });
  const axis = markup`${gridLines(plot, y, y.ticks(Math.min(cores, 3)).filter(Number.isInteger))}
    <line class="limit" x1="${plot.left}" x2="${plot.right}" y1="${y(cores)}" y2="${y(cores)}"/>`;
  const labels = valueLabels(plot, latestValues(intervals.at(-1), processes, y));
  renderTimeline(plot, intervals, 'CPU in the last half minute', axis, markup`${bars}${labels}`);
}

// The trials of a round of a duet ran at the same time: the CPU of their processes adds up, that of the load tool was
// measured once for both.
function joinMoments(intervals) {
  const joined = [];
  for (const interval of intervals) {
    const other = interval.round && joined.find(({ round }) => round === interval.round);
    if (!other) joined.push({ ...interval, cpu: { ...interval.cpu } });
    for (const [name, cores] of other ? Object.entries(interval.cpu) : []) {
      if (name !== LOAD_TOOL && cores !== null) other.cpu[name] = (other.cpu[name] ?? 0) + cores;
    }
  }
  return joined;
}

function latestValues({ cpu }, processes, y) {
  let sum = 0;
  return processes.map(name => {
    const value = cpu[name] ?? null;
    const middle = y(sum + (value ?? 0) / 2);
    sum += value ?? 0;
    const text = value === null ? '–' : value.toFixed(2);
    const isDown = processesDown().includes(name);
    return { name: processLabel(name), text, fill: processFill(name), isDown, y: middle };
  });
}
