// Names of series in charts.
import { declutter } from '../shared/declutter.js';
import { shortenName } from '../shared/format.js';
import { legendSwatch, marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { seriesColour } from '../shared/series-styles.js';
import { rem } from './dom.js';

/** The approximate width of a character, in rem. */
export const CHARACTER_WIDTH = 0.47;

/** Narrow charts have no names: the legend and the table have them. */
export const hasRoomForNames = width => width > 26.5 * rem();

/** The width that the names and their markers need beside a plot. */
export const nameWidth = (allSeries, width) => hasRoomForNames(width)
  ? (Math.max(...allSeries.map(({ name }) => shortenName(name).length)) * CHARACTER_WIDTH + 3.4) * rem()
  : 0.8 * rem();

/** The names below a chart that may have no room for them: shown in narrow windows only. */
export const namesBelow = allSeries => allSeries.length > 1 && markup`<p class="names-below" aria-hidden="true">${
  allSeries.map(({ name, style, index }) =>
    markup`<span data-v="${index}">${legendSwatch(style)} ${shortenName(name)}</span>`)}</p>`;

/** @param {number} [room] the width that the name may take, in pixels */
export const nameText = ({ name, style }, x, y, room = Infinity) => markup`<text class="label halo ${
  style.isBaseline && 'base'}" x="${x}" y="${y}" dy=".35em">${
  shortenName(shortenName(name), Math.floor(room / CHARACTER_WIDTH / rem()))}</text>`;

/**
 * Draws the name of each line at its end.
 * @param {{series: object, x: number, y: number}[]} ends the last points of the lines
 * @param {number} right the right edge of the plot
 */
export function endLabels(ends, right, top, bottom) {
  const size = rem();
  const x = right + 1.3 * size;
  return declutter(ends, 1.2 * size, top, bottom).map(({ series, labelY, ...end }) => markup`<g
    data-v="${series.index}">
    <path d="M${end.x + 0.4 * size} ${end.y}L${x - 0.55 * size} ${labelY}" fill="none"
      stroke="${seriesColour(series.style)}" opacity=".6"/>
    ${marker(series.style, x, labelY, 0.25 * size)}${nameText(series, x + 0.65 * size, labelY)}</g>`);
}
