// The progress bar, which fills up with the time of the run.
import { markup, render } from '../shared/markup.js';
import { byId } from './dom.js';
import { state } from './state.js';

export function drawProgress() {
  const element = byId('progress');
  const [width, height] = [element.clientWidth, element.clientHeight];
  const { run: { duration_s: planned }, t, end } = state;
  const share = end ? 1 : planned === null ? 0 : Math.min(1, t / planned);
  const bar = (length, fill, name = '') => markup`<rect class="${name}" y="${0.18 * height}" width="${length}"
    height="${0.64 * height}" fill="${fill}"/>`;
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img"
    aria-label="${Math.round(100 * share)} % of the planned time"><g class="data">
    ${bar(width, 'var(--hair)')}${bar(share * width, 'var(--soft)', 'time')}</g></svg>`);
}
