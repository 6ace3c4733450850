// The CPU timeline: the cores that each process used, stacked, up to the number of cores of the machine.
import { markup } from '../../../web/shared/markup.js';
import { scaleLinear } from '../../../web/shared/scales.js';
import { processFill, processLabel, processesWith } from './processes.js';
import { processesDown, state } from './state.js';
import { createPlot, extentOf, gridLines, recentIntervals, renderTimeline, valueLabels } from './timeline.js';

export function drawCpuTimeline() {
  const intervals = recentIntervals();
  const plot = createPlot('cpu', intervals, 9.4);
  if (!plot) return;
  const { cores } = state.run;
  const highest = cores * 1.02;
  const y = scaleLinear([0, highest], [plot.bottom, plot.top]);
  const processes = processesWith(intervals, 'cores');

  const bars = intervals.map(interval => {
    const [x, width] = extentOf(plot, interval);
    let sum = 0;
    return processes.map(name => {
      const used = interval.processes[name]?.cores ?? 0;
      const [low, high] = [y(sum), y(Math.min(highest, sum + used))];
      sum = Math.min(highest, sum + used);
      return markup`<rect x="${x}" y="${high}" width="${width}" height="${low - high}" fill="${processFill(name)}"/>`;
    });
  });
  const axis = markup`${gridLines(plot, y, y.ticks(Math.min(cores, 3)).filter(Number.isInteger))}
    <line class="limit" x1="${plot.left}" x2="${plot.right}" y1="${y(cores)}" y2="${y(cores)}"/>`;
  const labels = valueLabels(plot, latestValues(intervals.at(-1), processes, y));
  renderTimeline(plot, intervals, 'CPU in the last half minute', axis, markup`${bars}${labels}`);
}

function latestValues(latest, processes, y) {
  let sum = 0;
  return processes.map(name => {
    const value = latest.processes[name]?.cores ?? null;
    const middle = y(sum + (value ?? 0) / 2);
    sum += value ?? 0;
    const text = value === null ? '–' : value.toFixed(2);
    const isDown = processesDown().includes(name);
    return { name: processLabel(name), text, fill: processFill(name), isDown, y: middle };
  });
}
