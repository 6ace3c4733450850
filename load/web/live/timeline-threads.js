import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { blocks, frame, grid, labels, show, span } from './timeline.js';
import { colourOf, labelOf, tiersIn } from './processes.js';

const LEAST_TOP = 10;

export function threads() {
  const all = blocks().filter(block => Object.values(block.threads).some(value => value !== null));
  const plot = frame('threads', all, 9.4);
  if (!plot) return;
  const { size, bottom, top } = plot;
  const tiers = tiersIn(all, 'threads');
  const most = Math.max(LEAST_TOP, ...all.flatMap(block => tiers.map(tier => block.threads[tier] ?? 0)));
  const y = scaleLinear([0, most * 1.08], [bottom, top]);

  // The first tier's, which is the one under load, are bars; the others' are lines over them.
  const bars = all.map(block => {
    const [x, width] = span(plot, block);
    return tiers.map((tier, i) => {
      const value = block.threads[tier] ?? null;
      if (value === null) return null;
      const at = y(value);
      return markup`${i === 0 && markup`<rect x="${x}" y="${at}" width="${width}" height="${bottom - at}" fill="${colourOf(tier)}" opacity=".42"/>`}
        <rect x="${x}" y="${at - 0.12 * size}" width="${width}" height="${0.24 * size}" fill="${colourOf(tier)}"/>`;
    });
  });
  show(plot, all, 'Pool threads, the last half minute', grid(plot, y, y.ticks(3)), markup`${bars}${labels(plot, values(all.at(-1), tiers, y))}`);
}

/** The queue is beside the threads it waits for, where there is one. */
const values = (last, tiers, y) => tiers.flatMap(tier => {
  const [count, queue] = [last.threads[tier] ?? null, last.queue[tier] ?? null];
  return [
    { name: labelOf(tier), text: count ?? '–', colour: colourOf(tier), y: y(count ?? 0) },
    ...queue > 0 ? [{ name: 'queued', text: queue, y: y(count ?? 0) + 1 }] : [],
  ];
});
