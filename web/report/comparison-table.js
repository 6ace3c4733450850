// The table of a comparison. Confidence intervals on a logarithmic scale around 1 show the ratio to the baseline.
import { formatCount, formatNumber, formatRatio } from '../shared/format.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { seriesColour } from '../shared/series-styles.js';
import { selectMarks } from './axes.js';
import { svgChart } from './charts.js';
import { comparesCpu, isInvalid, processes, ranked, ratioKey, result, throughputName, unitName } from './data.js';
import { isNarrow, isPresenting, rem, rowHeightFor } from './dom.js';
import { ratioPanels } from './ratio-panels.js';
import { nameLabel, valueCell } from './table.js';

const VERDICT_MARKS = {
  faster: '▲', cheaper: '▲', slower: '▼', dearer: '▼', same: '=', 'cannot tell': '?',
};
const DIFFERENCES = ['faster', 'cheaper', 'slower', 'dearer'];

const { family_level: level } = result.method;
export const confidence = level ? `interval, all together ${+(100 * (1 - level)).toFixed(2)} %` : '95 % interval';

const rowHeight = () => rowHeightFor(ranked.length, 2.75, 3.1, 4);

/** @param {number} columnWidth the width of the column with the intervals */
export function comparisonTable(columnWidth) {
  const width = Math.max(11 * rem(), columnWidth);
  const panels = ratioPanels(width);
  const columns = columnsFor(panels, width);
  return markup`<table class="comparison"><thead><tr><th scope="col" class="left">Variant</th>${
    columns.map(({ heading }) => heading)}</tr></thead>
    <tbody>${ranked.map(series => row(series, columns))}</tbody></table>`;
}

// A narrow window shows the first columns only, until it is scrolled: there the finding comes before the charts. A
// slide has one number for each variant, because a room cannot read more: the page has the others.
function columnsFor(panels, width) {
  const plot = {
    heading: markup`<th scope="col" class="plot">${comparesCpu ? 'CPU ratio' : 'Ratio'} to baseline: ${confidence},
      one dot per ${unitName} ${ratioAxis(panels, width)}</th>`,
    cell: series => markup`<td class="plot">${intervalChart(series, panels, width)}</td>`,
  };
  const finding = [
    { heading: markup`<th scope="col">Ratio</th>`, cell: ratioCell },
    {
      heading: markup`<th scope="col" class="left">Verdict</th>`,
      cell: series => markup`<td class="left">${verdictLabel(series)}</td>`,
    },
  ];
  const values = valueColumns.map(({ heading, path, format }) => ({
    heading: markup`<th scope="col">${heading}</th>`, cell: series => valueCell([...series.path, ...path], format),
  }));
  if (isPresenting()) return [plot, ...finding];
  return isNarrow() ? [...finding, plot, ...values] : [plot, ...finding, ...values];
}

const costColumns = processes.slice(0, 1).flatMap(name => [
  { heading: markup`CPU ms<br>${name}`, path: ['processes', name, 'cpu_ms'], format: formatNumber },
  { heading: markup`alloc. kB<br>${name}`, path: ['processes', name, 'alloc_kb'], format: formatNumber },
]);

const valueColumns = [
  { heading: markup`${throughputName}<br>req/s`, path: ['throughput', 'rate'], format: formatNumber },
  { heading: markup`p50<br>ms`, path: ['latency', 'p50'], format: formatNumber },
  { heading: markup`p99<br>ms`, path: ['latency', 'p99'], format: formatNumber },
  { heading: markup`p99.9<br>ms`, path: ['latency', 'p999'], format: formatNumber },
  ...costColumns,
  { heading: 'Errors', path: ['errors'], format: formatCount },
];

function ratioAxis(panels, width) {
  return markup`<svg width="${width}" height="${1.4 * rem()}" aria-hidden="true">${panels.map(({ x, ticks, right, name }) =>
    selectMarks(ticks.map(tick => ({ x: x(tick), text: `${+tick.toPrecision(3)}` })), right).map(mark =>
      markup`<text x="${mark.x}" y="${1.05 * rem()}" text-anchor="middle" data-panel="${name}"
        class="${mark.text === '1' && 'value'}">${mark.text}</text>`))}</svg>`;
}

const row = (series, columns) => markup`<tr data-v="${series.index}" class="${series.style.isBaseline && 'base'}">
  <th scope="row" class="left">${nameLabel(series)}</th>${columns.map(({ cell }) => cell(series))}</tr>`;

function ratioCell({ variant, style, path }) {
  if (!variant[ratioKey]) return markup`<td>${style.isBaseline ? '1' : '–'}</td>`;
  const { value, lo, hi } = variant[ratioKey];
  return markup`<td data-path="${[...path, ratioKey].join('.')}">${formatRatio(value)}${
    lo !== null && !isPresenting() && markup` <span class="interval">[${formatRatio(lo)}, ${formatRatio(hi)}]</span>`}</td>`;
}

function verdictLabel({ variant, style }) {
  if (style.isBaseline) return markup`<span class="verdict">● baseline</span>`;
  const verdict = isInvalid ? 'withheld' : variant[ratioKey]?.verdict;
  if (!verdict) return '–';
  const isStrong = DIFFERENCES.includes(verdict);
  return markup`<span class="verdict ${isStrong && 'strong'}">${VERDICT_MARKS[verdict]} ${verdict}</span>`;
}

function intervalChart(series, panels, width) {
  const { style, variant } = series;
  const height = rowHeight();
  const ratio = variant[ratioKey];
  if (!style.isBaseline && !ratio) return null;
  const label = style.isBaseline ? 'Baseline, 1' : `Ratio ${formatRatio(ratio.value)}, interval ${
    formatRatio(ratio.lo)} to ${formatRatio(ratio.hi)}`;
  return svgChart(width, height, label, panels.map(panel => markup`${grid(panel, height)}
    <g class="data" data-panel="${panel.name}">${style.isBaseline
    ? marker(style, panel.x(1), height / 2, 6)
    : ratioMark(ratio, series, panel, height)}</g>`));
}

const grid = ({ x, ticks }, height) => ticks.map(tick => markup`<line class="${tick === 1 ? 'unity' : 'grid'}"
  x1="${x(tick)}" x2="${x(tick)}" y2="${height}"/>`);

// What lies outside of a panel ends in an open arrowhead at the edge. No marker stands where its value is not.
function ratioMark({ value, lo, hi, units }, { style }, { x, low, high }, height) {
  const middle = height / 2;
  const colour = seriesColour(style);
  const isInside = place => place >= low && place <= high;
  const [start, end] = [lo ?? value, hi ?? value];
  const clipped = [
    start < low && arrowhead(x(low), -1, middle, colour),
    end > high && arrowhead(x(high), 1, middle, colour),
  ];
  if (end < low || start > high) return clipped;
  const [from, to] = [Math.max(low, start), Math.min(high, end)].map(place => x(place));
  return markup`${units.filter(isInside).map(one => markup`<circle class="unit" cx="${x(one)}"
    cy="${middle + height * 0.27}" r="1.9" fill="${colour}" opacity=".55" data-value="${one}"/>`)}
    <line x1="${from}" x2="${to}" y1="${middle}" y2="${middle}" stroke="${colour}" stroke-width="3.5"/>
    ${[start, end].filter(isInside).map(place => markup`<path class="end" d="M${x(place)} ${middle - 5}v10"
    stroke="${colour}" stroke-width="2" data-value="${place}"/>`)}${clipped}
    ${isInside(value) && markup`<g class="estimate" data-value="${value}">${marker(style, x(value), middle, 5.5)}</g>`}`;
}

const arrowhead = (x, direction, y, colour) => markup`<path class="clipped" d="M${x - direction * 7} ${y - 6}L${x} ${y}L${
  x - direction * 7} ${y + 6}" fill="none" stroke="${colour}" stroke-width="2"/>`;
