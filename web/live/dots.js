// The requests of a burst, one mark each, so that a room sees how many are answered: a ring until the request is sent,
// a dot until it ends, then a disc for an answer and a cross for a failure. Kinds of request are beside each other.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { byId, rem } from './dom.js';
import { state } from './state.js';

/** The height of the name and the counts above the marks, in rem. */
const HEADING_HEIGHT = 4.8;

/** The size of the name and the time, if there is room, and the approximate width of a character, in rem. */
const LARGEST_FONT = 1.9;
const CHARACTER_WIDTH = 0.6;

/** The width below which kinds of request are below each other, in rem. */
const NARROW = 36;

/** Marks are in rows of a multiple of these, so that they can be counted. */
const ROW = 10;

export function drawDots() {
  const { burst } = state;
  const [element, size] = [byId('dots'), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  const isNarrow = width < NARROW * size;
  const gap = 2 * size;
  const share = whole => (whole + gap) / burst.length - gap;
  const [ownWidth, ownHeight] = isNarrow ? [width, share(height)] : [share(width), height];
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img"
    aria-label="${burst.map(describe).join('; ')}">${burst.map((kind, i) => markup`<g
    transform="translate(${isNarrow ? 0 : i * (ownWidth + gap)} ${isNarrow ? i * (ownHeight + gap) : 0})">
    ${kindOfRequest(kind, ownWidth, ownHeight)}</g>`)}</svg>`);
}

const count = (states, letter) => states.split(letter).length - 1;

const describe = ({ name, states, seconds }) => `${name}: ${answers(states)} after ${formatNumber(seconds)} s`;

const answers = states => `${formatCount(count(states, 'a'))} of ${formatCount(states.length)} answered${
  states.includes('f') ? `, ${formatCount(count(states, 'f'))} failed` : ''}`;

function kindOfRequest({ name, states, seconds }, width, height) {
  const size = rem();
  const top = HEADING_HEIGHT * size;
  const isOver = !/[ws]/.test(states);
  const time = `${isOver ? formatNumber(seconds) : seconds.toFixed(1)} s`;
  // The name and the time are beside each other.
  const font = Math.max(1, Math.min(LARGEST_FONT, width / size / (CHARACTER_WIDTH * (name.length + time.length + 2))));
  const [columns, cell] = chooseGrid(states.length, width, height - top);
  const marks = [...states].map((letter, i) =>
    mark(letter, (i % columns + 0.5) * cell, top + (Math.floor(i / columns) + 0.5) * cell, cell));
  return markup`<text class="strong" y="2rem" style="font-size:${font}rem">${name}</text>
    <text class="strong" x="${width}" y="2rem" style="font-size:${font}rem" text-anchor="end">${time}</text>
    <text y="3.8rem" style="font-size:1.3rem">${answers(states)}</text><g class="data">${marks}</g>`;
}

/** The number of columns, a multiple of a row, with which the cells are largest; and their size. */
function chooseGrid(number, width, height) {
  const rows = Array.from({ length: Math.ceil(number / ROW) }, (_, i) => Math.min(number, (i + 1) * ROW));
  return rows.map(columns => [columns, Math.min(width / columns, height / Math.ceil(number / columns))])
    .reduce((best, other) => other[1] > best[1] ? other : best);
}

function mark(letter, x, y, cell) {
  const arm = 0.26 * cell;
  if (letter === 'f') {
    return markup`<path class="request f" d="M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${
      2 * arm}" stroke-width="${0.14 * cell}"/>`;
  }
  return markup`<circle class="request ${letter}" cx="${x}" cy="${y}" r="${{ w: 0.3, s: 0.2, a: 0.4 }[letter] * cell}"
    stroke-width="${0.06 * cell}"/>`;
}
