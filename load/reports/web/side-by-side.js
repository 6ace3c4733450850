// Several comparisons side by side. Ratios to the baseline can be compared between runs; absolute figures cannot.
import { formatNumber, formatRatio } from '../../../web/shared/format.js';
import { marker } from '../../../web/shared/markers.js';
import { markup } from '../../../web/shared/markup.js';
import { logTicks, scaleLog } from '../../../web/shared/scales.js';
import { seriesColour } from '../../../web/shared/series-styles.js';
import { xAxis } from './axes.js';
import { svgChart } from './charts.js';
import { ranked, ratioKey, results } from './data.js';
import { rem } from './dom.js';
import { hasRoomForNames, nameText, nameWidth } from './labels.js';
import { nameLabel, table, valueCell } from './table.js';

// Each row is for one variant. Its places are the positions of the variant in the lists of variants of all runs.
const rows = ranked.filter(({ style }) => !style.isBaseline).map(series => ({
  series,
  places: results.map(({ variants }) => variants.findIndex(({ name }) => name === series.name)),
}));

const ratioIn = (run, place) => results[run].variants[place]?.[ratioKey] ?? null;

/** Draws one line for each run below the name of each variant, in the order of the runs. */
export function ratioChart(width) {
  const size = rem();
  const lineHeight = 1.3 * size;
  const rowHeight = results.length * lineHeight + 0.7 * size;
  const left = hasRoomForNames(width) ? nameWidth(rows.map(({ series }) => series), width) : 1.4 * size;
  const [right, top] = [width - 1.5 * size, 0.4 * size];
  const height = top + rows.length * rowHeight + 2 * size;
  const bottom = height - 2 * size;
  const x = scaleLog(ratioDomain(), [left, right]);
  const ticks = [...new Set([...logTicks(x), 1])].sort((one, other) => one - other);
  const marks = ticks.map(value => ({ x: x(value), text: `${value}` }));
  const grid = ticks.map(value => markup`<line class="${value === 1 ? 'unity' : 'grid'}" x1="${x(value)}"
    x2="${x(value)}" y1="${top}" y2="${bottom}"/>`);

  const lines = rows.map(({ series, places }, i) => {
    const y = top + i * rowHeight + 0.5 * size;
    const middle = y + (results.length * lineHeight) / 2;
    const name = hasRoomForNames(width) && markup`${marker(series.style, 0.6 * size, middle, 0.3 * size)}
      ${nameText(series, 1.3 * size, middle)}`;
    const intervals = places.map((place, run) =>
      intervalLine(series.style, ratioIn(run, place), x, y + (run + 0.5) * lineHeight, run));
    return markup`<g data-v="${series.index}">${name}${intervals}</g>`;
  });
  return svgChart(width, height, 'Ratio to the baseline of each variant in each run, logarithmic', markup`${grid}
    ${xAxis(marks, bottom, left, right, width)}${lines}`);
}

function ratioDomain() {
  const ends = rows.flatMap(({ places }) => places.flatMap((place, run) => {
    const ratio = ratioIn(run, place);
    return ratio ? [ratio.lo ?? ratio.value, ratio.hi ?? ratio.value] : [];
  }));
  return [Math.min(0.95, ...ends) * 0.97, Math.max(1.05, ...ends) * 1.03];
}

function intervalLine(style, ratio, x, y, run) {
  if (!ratio) return null;
  const [from, to] = [x(ratio.lo ?? ratio.value), x(ratio.hi ?? ratio.value)];
  return markup`<line class="data" x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke="${seriesColour(style)}"
    stroke-width="3"/>${marker(style, x(ratio.value), y, 5)}
    <text class="dim" x="${to + 9}" y="${y}" dy=".35em">${run + 1}</text>`;
}

export const ratioTable = () => table(
  ['Variant', ...results.flatMap((_, run) => [`ratio ${run + 1}`, `p99 ms ${run + 1}`])],
  rows.map(({ series, places }) => [
    markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th>`,
    places.map((place, run) => [
      valueCell([run, 'variants', place, ratioKey, 'value'], formatRatio),
      valueCell([run, 'variants', place, 'latency', 'p99'], formatNumber),
    ]),
  ]));
