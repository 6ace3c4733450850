// Names at the ends of lines.
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { shortened } from '../shared/names.js';
import { colour } from '../shared/series-styles.js';
import { spread } from '../shared/declutter.js';
import { rem } from './dom.js';

const CHARACTER = 0.47;

/** In a narrow window the legend and the table have the names. */
export const hasRoom = width => width > 26.5 * rem();

/** What the names take beside a plot, with their markers. */
export const roomFor = (subjects, width) => hasRoom(width)
  ? (Math.max(...subjects.map(({ name }) => shortened(name).length)) * CHARACTER + 3.4) * rem()
  : 0.8 * rem();

export const nameText = ({ name, slot }, x, y, extra = '') => markup`<text class="label halo ${slot.isBaseline && 'base'}" x="${x}" y="${y}"
  dy=".35em">${shortened(name)}${extra}</text>`;

/**
 * @param {{subject: object, x: number, y: number}[]} ends of the lines
 * @param {number} right of the plot
 */
export function endLabels(ends, right, top, bottom) {
  const size = rem();
  const x = right + 1.3 * size;
  return spread(ends, 1.2 * size, top, bottom).map(end => markup`<g data-v="${end.subject.index}">
    <path d="M${end.x + 0.4 * size} ${end.y}L${x - 0.55 * size} ${end.at}" fill="none" stroke="${colour(end.subject.slot)}" opacity=".6"/>
    ${marker(end.subject.slot, x, end.at, 0.25 * size)}${nameText(end.subject, x + 0.65 * size, end.at)}</g>`);
}
