// The CPU timeline: the cores that each process used, stacked, up to the number of cores of the machine.
import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
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
  const layers = processesWith(intervals, 'cores').map(name => ({
    name: processLabel(name), fill: processFill(name), isDown: processesDown().includes(name),
    coresIn: ({ processes }) => processes[name]?.cores ?? null,
  }));

  const bars = intervals.map(interval => {
    const [x, width] = extentOf(plot, interval);
    let sum = 0;
    return layers.map(({ fill, coresIn }) => {
      const used = coresIn(interval) ?? 0;
      const [low, high] = [y(sum), y(Math.min(highest, sum + used))];
      sum = Math.min(highest, sum + used);
      return markup`<rect x="${x}" y="${high}" width="${width}" height="${low - high}" fill="${fill}"/>`;
    });
  });
  const axis = markup`${gridLines(plot, y, y.ticks(Math.min(cores, 3)).filter(Number.isInteger))}
    <line class="limit" x1="${plot.left}" x2="${plot.right}" y1="${y(cores)}" y2="${y(cores)}"/>`;
  const labels = valueLabels(plot, latestValues(intervals.at(-1), layers, y));
  renderTimeline(plot, intervals, 'CPU in the last half minute', axis, markup`${bars}${labels}`);
}

function latestValues(latest, layers, y) {
  let sum = 0;
  return layers.map(({ name, fill, isDown, coresIn }) => {
    const value = coresIn(latest);
    const middle = y(sum + (value ?? 0) / 2);
    sum += value ?? 0;
    return { name, text: value === null ? '–' : value.toFixed(2), fill, isDown, y: middle };
  });
}
