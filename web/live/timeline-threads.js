// The thread pool timeline: the number of pool threads of each process, and the latest length of each thread pool
// queue.
import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { processColour, processFill, processLabel, processesWith } from './processes.js';
import { processesDown } from './state.js';
import { createPlot, extentOf, gridLines, recentIntervals, renderTimeline, valueLabels } from './timeline.js';

/** The lowest upper end of the axis, as a number of threads. */
const LOWEST_TOP = 10;

export function drawThreadsTimeline() {
  const all = recentIntervals();
  const processes = processesWith(all, 'threads');
  const intervals = all.filter(({ processes: told }) => processes.some(name => (told[name]?.threads ?? null) !== null));
  const plot = createPlot('threads', intervals, 9.4);
  if (!plot) return;
  const { size, bottom, top } = plot;
  const counts = intervals.flatMap(({ processes: told }) => processes.map(name => told[name]?.threads ?? 0));
  const y = scaleLinear([0, Math.max(LOWEST_TOP, ...counts) * 1.08], [bottom, top]);

  // The threads of the first process, which is the target, are drawn as bars. The threads of the other processes are
  // drawn as lines over the bars.
  const bars = intervals.map(interval => {
    const [x, width] = extentOf(plot, interval);
    return processes.map((name, i) => {
      const count = interval.processes[name]?.threads ?? null;
      if (count === null) return null;
      const at = y(count);
      const colour = processColour(name);
      const bar = i === 0 && markup`<rect x="${x}" y="${at}" width="${width}" height="${bottom - at}"
        fill="${processFill(name)}" opacity=".42"/>`;
      return markup`${bar}<rect x="${x}" y="${at - 0.12 * size}" width="${width}" height="${0.24 * size}"
        fill="${colour}"/>`;
    });
  });
  const labels = valueLabels(plot, latestValues(intervals.at(-1), processes, y));
  const axis = gridLines(plot, y, y.ticks(3));
  renderTimeline(plot, intervals, 'Pool threads in the last half minute', axis, markup`${bars}${labels}`);
}

/** The queue length of a process, if it is not zero, is listed below its threads. */
const latestValues = ({ processes: told }, processes, y) => processes.flatMap(name => {
  const [count, queued] = [told[name]?.threads ?? null, told[name]?.queue ?? null];
  const line = y(count ?? 0);
  return [
    {
      name: processLabel(name), text: count ?? '–', fill: processFill(name), isDown: processesDown().includes(name),
      y: line,
    },
    ...queued > 0 ? [{ name: 'queued', text: queued, y: line + 1 }] : [],
  ];
});
