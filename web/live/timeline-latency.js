// The latency timeline: p50 and p99 on a logarithmic axis.
import { formatNumber } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { scaleLog } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { styleOf } from './state.js';
import { createPlot, extentOf, gridLines, recentIntervals, renderTimeline, valueLabels } from './timeline.js';

/** The lowest latency that the axis shows, in milliseconds. */
const LOWEST = 0.01;

export function drawLatencyTimeline() {
  const intervals = recentIntervals().filter(({ p50, kind }) => p50 !== null && kind !== 'warmup');
  const plot = createPlot('latency', intervals, 5.8);
  if (!plot) return;
  const { size, top, bottom } = plot;
  const values = intervals.flatMap(({ p50, p99 }) => [p50, p99 ?? p50]).map(value => Math.max(LOWEST, value));
  const [low, high] = [Math.min(...values) * 0.7, Math.max(...values) * 1.4];
  const y = scaleLog([low, Math.max(high, low * 12)], [bottom, top]);

  const bars = intervals.map(interval => {
    const [x, width] = extentOf(plot, interval);
    const [p50, p99] = [interval.p50, interval.p99].map(value => value === null ? null : y(Math.max(LOWEST, value)));
    const colour = seriesColour(styleOf(interval.variant));
    const upTo99 = p99 !== null && markup`<rect x="${x}" y="${p99}" width="${width}" height="${p50 - p99}"
      fill="${colour}" opacity=".42"/>
      <rect x="${x}" y="${p99 - 0.07 * size}" width="${width}" height="${0.14 * size}" fill="${colour}"/>`;
    return markup`${upTo99}<rect x="${x}" y="${p50 - 0.15 * size}" width="${width}" height="${0.3 * size}"
      fill="${colour}"/>`;
  });
  const latest = intervals.at(-1);
  const latestValue = key =>
    ({ name: key, text: formatNumber(latest[key]), y: y(Math.max(LOWEST, latest[key] ?? latest.p50)) });
  const labels = valueLabels(plot, [latestValue('p99'), latestValue('p50')]);
  const axis = gridLines(plot, y, powersOfTen(y));
  renderTimeline(plot, intervals, 'Latency in the last half minute', axis, markup`${bars}${labels}`);
}

const powersOfTen = y => y.ticks(6).filter(value => Number.isInteger(+Math.log10(value).toFixed(6)));
