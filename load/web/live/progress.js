// A cell for each slice, in the order of the rounds: what is done, and where we are.
import { fill, markup } from '../shared/markup.js';
import { colour } from '../shared/series-styles.js';
import { byId, rem } from './dom.js';
import { slotOf, state } from './state.js';

export function tape() {
  const { hello: { order, variants }, slices, phase, end } = state;
  const element = byId('tape');
  const [width, height, gap] = [element.clientWidth, element.clientHeight, 0.22 * rem()];
  const round = (width - gap * (order.length - 1)) / order.length;
  const done = slices.length;

  const cells = order.flatMap((turns, r) => turns.map((variant, s) => {
    const cell = round / turns.length;
    const number = order.slice(0, r).reduce((sum, other) => sum + other.length, 0) + s;
    const isNow = !end && phase?.round === r + 1 && phase?.slot === s + 1;
    const look = number < done || isNow ? colour(slotOf(variants[variant].name)) : 'var(--hair)';
    return markup`<rect x="${r * (round + gap) + s * cell}" y="${isNow ? 0 : 0.18 * height}" width="${Math.max(1, cell - 1.2)}"
      height="${isNow ? height : 0.64 * height}" fill="${look}"/>`;
  }));
  fill(element, markup`<svg class="chart" width="${width}" height="${height}" role="img" aria-label="${done} slices of ${order.flat().length} done"><g class="data">${cells}</g></svg>`);
}
