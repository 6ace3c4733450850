// The cost of a request as bars from zero: solid for the first process, which is the target, and hatched for the other
// processes.
import { formatNumber, formatTick } from '../../../web/shared/format.js';
import { marker } from '../../../web/shared/markers.js';
import { markup } from '../../../web/shared/markup.js';
import { scaleLinear } from '../../../web/shared/scales.js';
import { seriesColour } from '../../../web/shared/series-styles.js';
import { markTexts } from './axes.js';
import { drawCharts, svgChart } from './charts.js';
import { processes, ranked } from './data.js';
import { rem, rowHeightFor } from './dom.js';
import { hasRoomForNames, nameText, nameWidth } from './labels.js';

/** The factor by which a bar must be longer than the next one to be cut off: it would make all other bars too short. */
const CUT_FACTOR = 2.5;

/** The largest share of the bars that may be cut off. */
const MOST_CUTS = 0.2;

let isToScale = false;

/** Draws all bars to one scale, or cuts the longest ones off again. */
export function toggleScale() {
  isToScale = !isToScale;
  drawCharts();
}

/** Whether at least one process has a value for the key, such as cpu_ms. */
export const isMeasured = key =>
  ranked.some(({ variant }) => processes.some(name => variant.processes[name]?.[key] > 0));

const sumOf = parts => parts.reduce((sum, part) => sum + (part ?? 0), 0);

/** @param {string} key of a value that each process has */
export function costBars(key, unit) {
  const rows = ranked
    .map(series => ({ series, parts: processes.map(name => series.variant.processes[name]?.[key] ?? null) }))
    .filter(({ parts }) => parts.some(part => part !== null));
  const totals = rows.map(({ parts }) => sumOf(parts)).sort((one, other) => other - one);
  const cutLimit = Math.max(1, totals.length * MOST_CUTS);
  const mostCuts = totals.findLastIndex((total, i) => i < cutLimit && total > CUT_FACTOR * totals[i + 1]) + 1;

  return width => {
    const cuts = isToScale ? 0 : mostCuts;
    const longestUncut = totals[cuts];
    const axisEnd = cuts > 0 ? longestUncut * 1.22 : longestUncut;
    const size = rem();
    const rowHeight = rowHeightFor(rows.length, 2.05, 4, 4);
    const isNamed = hasRoomForNames(width);
    const left = isNamed ? nameWidth(rows.map(({ series }) => series), width) : 2 * size;
    const [right, top] = [width - 8.4 * size, 1.7 * size];
    const height = top + rowHeight * rows.length + 0.5 * size;
    const x = scaleLinear([0, axisEnd], [left, right]);
    const ticks = x.ticks(4).filter(value => value <= longestUncut * 1.02);
    const grid = ticks.map(value => markup`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${top}"
      y2="${height}"/>`);
    const labels = markTexts(
      ticks.map(value => ({ x: x(value), text: formatTick(value) })), width, top - 0.5 * size);
    const bars = rows.map((row, i) => bar(row, top + i * rowHeight, rowHeight, x, key, isNamed));
    const title = `${unit} per request in ${processes.join(' and ')}`;
    return svgChart(width, height, title, markup`${grid}${labels}${bars}`);
  };
}

function bar({ series, parts }, y, rowHeight, x, key, isNamed) {
  const size = rem();
  const [middle, top, height] = [y + rowHeight / 2, y + rowHeight * 0.22, rowHeight * 0.56];
  const end = x.range()[1];
  const total = sumOf(parts);
  const isCut = total > x.domain()[1] * 1.001;
  const colour = seriesColour(series.style);
  const hatch = `hatch-${key}-${series.index}`;
  let sum = 0;
  const rectangles = parts.map((part, i) => {
    const [from, to] = [x(sum), x(sum += part ?? 0)].map(place => Math.min(end, place));
    return markup`<rect class="data" x="${from}" y="${top}" width="${Math.max(0, to - from)}" height="${height}"
      fill="${i === 0 ? colour : `url(#${hatch})`}" stroke="${colour}"/>`;
  });
  const values = parts.map((part, i) =>
    markup`<tspan class="${i === 0 ? 'value' : 'dim'}">${i > 0 && ' + '}${formatNumber(part)}</tspan>`);
  return markup`<g data-v="${series.index}">
    <pattern id="${hatch}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill="var(--page)"/><rect width="2.2" height="5" fill="${colour}"/></pattern>
    ${marker(series.style, 0.6 * size, middle, 0.3 * size)}${isNamed && nameText(series, 1.3 * size, middle)}
    ${rectangles}${isCut && cutMark(end, top, height, colour)}
    <text x="${(isCut ? end + 0.4 * size : x(total)) + 0.55 * size}" y="${middle}" dy=".35em">${values}</text></g>`;
}

const cutMark = (end, y, height, colour) => markup`<path class="cut"
  d="M${end - 34} ${y - 3}l6 ${height / 3 + 2}l-6 ${height / 3}l6 ${height / 3 + 4}"
  fill="none" stroke="var(--page)" stroke-width="6"/>
  <path d="M${end} ${y - 4}l10 ${height / 2 + 4}l-10 ${height / 2 + 4}z" fill="${colour}"/>`;
