import { figure } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { scaleLog } from '../shared/scales.js';
import { colour } from '../shared/series-styles.js';
import { blocks, frame, grid, labels, show, span } from './timeline.js';
import { slotOf } from './state.js';

const LEAST = 0.01;

export function latency() {
  const all = blocks().filter(({ p50, kind }) => p50 !== null && kind !== 'warmup');
  const plot = frame('latency', all, 5.8);
  if (!plot) return;
  const { size, top, bottom } = plot;
  const values = all.flatMap(({ p50, p99 }) => [p50, p99 ?? p50]).map(value => Math.max(LEAST, value));
  const [low, high] = [Math.min(...values) * 0.7, Math.max(...values) * 1.4];
  const y = scaleLog([low, Math.max(high, low * 12)], [bottom, top]);

  const bars = all.map(block => {
    const [x, width] = span(plot, block);
    const [p50, p99] = [y(Math.max(LEAST, block.p50)), block.p99 === null ? null : y(Math.max(LEAST, block.p99))];
    const look = colour(slotOf(block.variant));
    return markup`${p99 !== null && markup`<rect x="${x}" y="${p99}" width="${width}" height="${p50 - p99}" fill="${look}" opacity=".42"/>
      <rect x="${x}" y="${p99 - 0.07 * size}" width="${width}" height="${0.14 * size}" fill="${look}"/>`}
      <rect x="${x}" y="${p50 - 0.15 * size}" width="${width}" height="${0.3 * size}" fill="${look}"/>`;
  });
  const last = all.at(-1);
  const of = key => ({ name: key, text: figure(last[key]), y: y(Math.max(LEAST, last[key] ?? last.p50)) });
  show(plot, all, 'Latency, the last half minute', grid(plot, y, powers(y)), markup`${bars}${labels(plot, [of('p99'), of('p50')])}`);
}

const powers = y => y.ticks(6).filter(value => Number.isInteger(+Math.log10(value).toFixed(6)));
