// The progress bar of a comparison has one cell for each trial, in the order of the rounds. That of a single run has
// one cell, which fills up with its time.
import { markup, render } from '../shared/markup.js';
import { seriesColour } from '../shared/series-styles.js';
import { byId, rem } from './dom.js';
import { isComparison, state, styleOf } from './state.js';

export function drawProgress() {
  const { run: { order, variants }, trials, phase, end } = state;
  const element = byId('progress');
  const [width, height, gap] = [element.clientWidth, element.clientHeight, 0.22 * rem()];
  const roundWidth = (width - gap * (order.length - 1)) / order.length;
  const done = trials.length;
  if (!isComparison()) return drawTime(element, width, height);

  const cells = order.flatMap((round, r) => round.map((variant, i) => {
    const cellWidth = roundWidth / round.length;
    const number = order.slice(0, r).reduce((sum, other) => sum + other.length, 0) + i;
    const isCurrent = !end && phase?.round === r + 1 && phase?.slot === i + 1;
    const fill = number < done || isCurrent ? seriesColour(styleOf(variants[variant].name)) : 'var(--hair)';
    return markup`<rect x="${r * (roundWidth + gap) + i * cellWidth}" y="${isCurrent ? 0 : 0.18 * height}"
      width="${Math.max(1, cellWidth - 1.2)}" height="${isCurrent ? height : 0.64 * height}" fill="${fill}"/>`;
  }));
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img"
    aria-label="${done} trials of ${order.flat().length} done"><g class="data">${cells}</g></svg>`);
}

function drawTime(element, width, height) {
  const { run: { duration_s: planned }, t, end } = state;
  const share = end ? 1 : planned === null ? 0 : Math.min(1, t / planned);
  const bar = (length, fill, name = '') => markup`<rect class="${name}" y="${0.18 * height}" width="${length}"
    height="${0.64 * height}" fill="${fill}"/>`;
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img"
    aria-label="${state.trials.length} trials done, ${Math.round(100 * share)} % of the planned time"><g class="data">
    ${bar(width, 'var(--hair)')}${bar(share * width, 'var(--soft)', 'time')}</g></svg>`);
}
