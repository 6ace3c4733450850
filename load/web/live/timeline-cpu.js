import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { blocks, frame, grid, labels, show, span } from './timeline.js';
import { state } from './state.js';
import { colourOf, labelOf, tiersIn } from './processes.js';

export function cpu() {
  const all = blocks();
  const plot = frame('cpu', all, 9.4);
  if (!plot) return;
  const { cores } = state.hello;
  const y = scaleLinear([0, cores * 1.02], [plot.bottom, plot.top]);
  const tiers = tiersIn(all, 'cpu');

  // Stacked: together they have no more than the machine has.
  const bars = all.map(block => {
    const [x, width] = span(plot, block);
    let under = 0;
    return tiers.map(tier => {
      const used = block.cpu[tier] ?? 0;
      const [low, high] = [y(under), y(Math.min(cores * 1.02, under + used))];
      under = Math.min(cores * 1.02, under + used);
      return markup`<rect x="${x}" y="${high}" width="${width}" height="${low - high}" fill="${colourOf(tier)}"/>`;
    });
  });
  const axis = markup`${grid(plot, y, y.ticks(Math.min(cores, 3)).filter(Number.isInteger))}
    <line class="limit" x1="${plot.left}" x2="${plot.right}" y1="${y(cores)}" y2="${y(cores)}"/>`;
  show(plot, all, 'CPU, the last half minute', axis, markup`${bars}${labels(plot, values(all.at(-1), tiers, y))}`);
}

function values({ cpu: used }, tiers, y) {
  let under = 0;
  return tiers.map(tier => {
    const value = used[tier] ?? null;
    const at = y(under + (value ?? 0) / 2);
    under += value ?? 0;
    return { name: labelOf(tier), text: value === null ? '–' : value.toFixed(2), colour: colourOf(tier), y: at };
  });
}
