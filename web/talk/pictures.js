// The picture of the ledger: the published ratio of each claim beside the measured one.
import { markup, render } from '../shared/markup.js';
import { scaleLog } from '../shared/scales.js';
import { byId } from './parts.js';

/** Draws the rows into the page that shows them. */
export function drawThenAndNow(rows) {
  const values = rows.flatMap(({ published, measured: { lo, hi } }) => [published, lo, hi, 1]);
  const x = scaleLog([Math.min(...values), Math.max(...values)], [2, 98]);
  const ticks = [0.01, 0.1, 1, 10, 100, 1000].filter(tick => x(tick) > 2 && x(tick) < 94);
  render(byId('then-and-now'), markup`${rows.map(row => ratioRow(row, x))}<li><svg class="ticks" aria-hidden="true">${
    ticks.map(tick => markup`<text x="${x(tick)}%" y="1em" text-anchor="middle">${tick}</text>`)}</svg></li>`);
}

/** Whether the measured interval is on the other side of 1 than what was published. */
const isTurned = ({ published, measured: { lo, hi } }) => published > 1 ? hi < 1 : lo > 1;

function ratioRow(row, x) {
  const { says, published, measured: { value: measured, lo, hi } } = row;
  const at = value => `${x(value).toFixed(2)}%`;
  return markup`<li class="${isTurned(row) && 'turned'}"><p>${says}</p>
    <svg role="img" aria-label="published ${published.toPrecision(3)}, measured ${measured.toPrecision(3)}">
    <line class="one" x1="${at(1)}" x2="${at(1)}" y1="0" y2="100%"/>
    <line x1="${at(published)}" x2="${at(measured)}" y1="50%" y2="50%"/>
    <rect x="${at(lo)}" width="${(x(hi) - x(lo)).toFixed(2)}%" y="30%" height="40%"/>
    <line class="measured" x1="${at(measured)}" x2="${at(measured)}" y1="15%" y2="85%"/>
    <circle cx="${at(published)}" cy="50%" r="0.25em"/></svg>
    <span>${published.toPrecision(3)} → ${measured.toPrecision(3)}</span></li>`;
}
