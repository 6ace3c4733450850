// Lines with markers and their names, over rounds, sizes or time.
import { pathOf, stroke } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { tick } from '../shared/format.js';
import { logTicks, scaleLinear, scaleLog } from '../shared/scales.js';
import { xAxis, yAxis } from './axes.js';
import { drawing } from './charts.js';
import { isPresenting, rem, slideRoom } from './dom.js';
import { endLabels, hasRoom, roomFor } from './labels.js';

const MARKERS_UP_TO = 40;

/**
 * @param {object} chart
 * @param {string} chart.label what it shows, for who does not see it
 * @param {{subject: object, points: [number, number | null][]}[]} chart.lines a point without a value is a gap
 * @param {boolean} [chart.isLog] of y; else it begins at zero
 * @param {boolean} [chart.isLogX]
 * @param {number[]} [chart.ticks] of x; else the scale's own
 * @param {number[]} [chart.verticals] places on x that are marked
 * @param {[number, number][]} [chart.guide] a line without a name, dotted
 * @param {boolean} [chart.isWhole] y counts things, so that there is nothing between two ticks
 * @param {(x: number) => string} [chart.formatX]
 * @returns {((width: number) => object) | null} null where there is nothing to draw
 */
export function lineChart({ label, lines, isLog, isLogX, ticks, verticals = [], guide, isWhole, formatX = tick }) {
  const isThere = y => y !== null && (isLog ? y > 0 : Number.isFinite(y));
  const shown = lines.filter(({ points }) => points.some(([, y]) => isThere(y)));
  if (shown.length === 0) return null;
  const all = [...shown.map(({ points }) => points), guide ?? []].flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y).filter(isThere)];
  const [firstX, lastX, lowest, highest] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];

  const yTicks = y => isLog ? logTicks(y) : y.ticks(6).filter(value => !isWhole || Number.isInteger(value));

  return (width, place) => {
    const size = rem();
    const rows = Number(place.closest('.panels')?.dataset.rows ?? 1);
    const height = isPresenting() ? slideRoom() / rows - 2.6 * size : Math.max(280, Math.min(420, width * 0.62), (shown.length + 2) * 1.25 * size);
    const isNamed = lines.length > 1 && hasRoom(width);
    const room = isNamed ? roomFor(shown.map(({ subject }) => subject), width) : 1.2 * size;
    const [left, right, top, bottom] = [3.9 * size, width - room, 0.8 * size, height - 2 * size];
    const range = [left + 0.6 * size, right - 0.4 * size];
    const x = isLogX ? scaleLog([firstX, lastX], range) : scaleLinear([firstX, lastX > firstX ? lastX : firstX + 1], range);
    const y = isLog ? scaleLog([lowest * 0.85, highest * 1.15], [bottom, top]) : scaleLinear([0, (highest || 1) * 1.04], [bottom, top]);
    const pointAt = ([at, value]) => [x(at), isThere(value) ? y(value) : NaN];
    const ends = [];
    const drawn = shown.map(({ subject, points }) => {
      const there = points.map(pointAt).filter(([, at]) => Number.isFinite(at));
      ends.push({ subject, x: there.at(-1)[0], y: there.at(-1)[1] });
      const marked = points.length <= MARKERS_UP_TO ? there : [there.at(-1)];
      return markup`<g data-v="${subject.index}">${stroke(subject.slot, pathOf(points.map(pointAt)), 0.11 * size)}
        ${marked.map(point => marker(subject.slot, ...point, 0.18 * size))}</g>`;
    });
    const marks = (ticks ?? (isLogX ? [...new Set(xs)] : x.ticks(6))).map(value => ({ x: x(value), text: formatX(value) }));
    return drawing(width, height, label, markup`${yAxis(y, yTicks(y), left, right)}
      ${xAxis(marks, bottom, left, right, width)}${verticals.map(value => markup`<line class="mark" x1="${x(value)}" x2="${x(value)}"
        y1="${top}" y2="${bottom}"/>`)}${guide && markup`<path class="mark" d="${pathOf(guide.map(pointAt))}"/>`}
      ${drawn}${isNamed && endLabels(ends, right, top, bottom)}`);
  };
}
