// The table of a comparison. Bars from zero show the throughput; confidence intervals on a logarithmic scale around 1
// show the ratio to the baseline.
import { formatCount, formatNumber, formatRatio } from '../shared/format.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { scaleLinear, scaleLog } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { selectMarks } from './axes.js';
import { svgChart } from './charts.js';
import { comparesCpu, isInvalid, processes, ranked, ratioKey, result, throughputName } from './data.js';
import { isPresenting, rem, slideHeight } from './dom.js';
import { nameLabel, valueCell } from './table.js';

const RATIO_TICKS = [0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3];
const VERDICT_MARKS = { faster: '▲', cheaper: '▲', slower: '▼', dearer: '▼', 'no difference': '=' };

const ratios = ranked.map(({ variant }) => variant[ratioKey]).filter(Boolean);

// The distance by which the scale of the ratios extends from 1 to each side. The scale has room for the intervals of
// all ratios that are close to 1; an arrow marks a ratio outside of the scale.
const scaleExtent = (() => {
  const values = ratios.filter(({ value }) => value > 0.75 && value < 1.33)
    .flatMap(({ lo, hi, by_round: rounds }) => [lo, hi, ...rounds]).filter(value => value !== null && value > 0);
  return Math.min(0.33, Math.max(0.1, ...values.map(value => Math.abs(value - 1))) * 1.08);
})();

const rowHeight = () =>
  isPresenting() ? Math.min(3.1 * rem(), (slideHeight() - 4 * rem()) / ranked.length) : 2.75 * rem();

/** @param {number} columnWidth the width of the column with the intervals */
export function comparisonTable(columnWidth) {
  const width = Math.max(11 * rem(), columnWidth);
  const x = scaleLog([1 - scaleExtent / (1 + scaleExtent), 1 + scaleExtent], [3 * rem(), width - 1.2 * rem()]);
  const [low, high] = x.domain();
  const isWide = x.range()[1] - x.range()[0] > 20 * rem();
  const ticks = RATIO_TICKS.filter(tick => tick >= low && tick <= high
    && ((isWide && scaleExtent < 0.2) || Math.round(tick * 100) % 10 === 0));
  return markup`<table class="comparison"><thead>${headings(x, ticks, width)}</thead>
    <tbody>${ranked.map(series => row(series, x, ticks, width))}</tbody></table>`;
}

const costColumns = processes.slice(0, 1).flatMap(name => [
  { heading: markup`CPU ms<br>${name}`, path: ['processes', name, 'cpu_ms'], format: formatNumber },
  { heading: markup`alloc. kB<br>${name}`, path: ['processes', name, 'alloc_kb'], format: formatNumber },
]);

const valueColumns = [
  { heading: markup`p50<br>ms`, path: ['latency', 'p50'], format: formatNumber },
  { heading: markup`p99<br>ms`, path: ['latency', 'p99'], format: formatNumber },
  { heading: markup`p99.9<br>ms`, path: ['latency', 'p999'], format: formatNumber },
  ...costColumns,
  { heading: 'Errors', path: ['errors'], format: formatCount },
];

const headings = (x, ticks, width) => markup`<tr><th scope="col" class="left">Variant</th>
  <th scope="col" colspan="2">${throughputName}<br>req/s, median</th>
  <th scope="col" class="plot">${comparesCpu ? 'CPU ratio' : 'Ratio'} to baseline: 95 % interval, one dot per round
    ${ratioAxis(x, ticks, width)}</th>
  <th scope="col">Ratio</th><th scope="col" class="left">Verdict</th>
  ${valueColumns.map(({ heading }) => markup`<th scope="col">${heading}</th>`)}</tr>`;

function ratioAxis(x, ticks, width) {
  const marks = selectMarks(ticks.map(tick => ({ x: x(tick), text: `${+tick.toFixed(2)}` })), width);
  return markup`<svg width="${width}" height="${1.4 * rem()}" aria-hidden="true">${marks.map(mark =>
    markup`<text x="${mark.x}" y="${1.05 * rem()}" text-anchor="middle" class="${mark.text === '1' && 'value'}">${
      mark.text}</text>`)}</svg>`;
}

function row(series, x, ticks, width) {
  const { variant, style, index, path } = series;
  const ratio = variant[ratioKey];
  return markup`<tr data-v="${index}" class="${style.isBaseline && 'base'}">
    <th scope="row" class="left">${nameLabel(series)}</th>
    <td class="bar">${throughputBar(series)}</td>${valueCell([...path, 'throughput', 'median'], formatNumber)}
    <td class="plot">${intervalChart(series, x, ticks, width)}</td>
    ${ratio ? ratioCell(ratio, [...path, ratioKey]) : markup`<td>${style.isBaseline ? '1' : '–'}</td>`}
    <td class="left">${verdictLabel(series)}</td>
    ${valueColumns.map(column => valueCell([...path, ...column.path], column.format))}</tr>`;
}

const ratioCell = ({ value, lo, hi }, path) => markup`<td data-path="${path.join('.')}">${formatRatio(value)}${
  lo !== null && markup` <span class="interval">[${formatRatio(lo)}, ${formatRatio(hi)}]</span>`}</td>`;

function verdictLabel({ variant, style }) {
  if (style.isBaseline) return markup`<span class="verdict">● baseline</span>`;
  const verdict = isInvalid ? 'withheld' : variant[ratioKey]?.verdict;
  if (!verdict) return '–';
  const isStrong = verdict in VERDICT_MARKS && verdict !== 'no difference';
  return markup`<span class="verdict ${isStrong && 'strong'}">${VERDICT_MARKS[verdict]} ${verdict}</span>`;
}

function throughputBar({ style, variant }) {
  const [width, height] = [rem() * 8, rowHeight()];
  const { median, lo, hi } = variant.throughput;
  const highest = Math.max(...ranked.map(({ variant: { throughput } }) => throughput.hi ?? throughput.median), 1);
  const x = scaleLinear([0, highest], [0, width]);
  const range = lo !== null && `M${x(lo)} ${height / 2}H${x(hi)}`;
  return markup`<svg width="${width}" height="${height}" aria-hidden="true"><rect y="${height * 0.3}"
    width="${x(median)}" height="${height * 0.4}" fill="${seriesColour(style)}"/>${range && markup`<path d="${range}"
    stroke="var(--page)" stroke-width="4"/><path d="${range}" stroke="var(--ink)" stroke-width="1.6"/>`}</svg>`;
}

function intervalChart(series, x, ticks, width) {
  const { style, variant } = series;
  const height = rowHeight();
  const ratio = variant[ratioKey];
  if (!style.isBaseline && !ratio) return null;
  const label = style.isBaseline ? 'Baseline, 1' : `Ratio ${formatRatio(ratio.value)}, 95 % confidence interval ${
    formatRatio(ratio.lo)} to ${formatRatio(ratio.hi)}`;
  const grid = ticks.map(tick => markup`<line class="${tick === 1 ? 'unity' : 'grid'}" x1="${x(tick)}" x2="${x(tick)}"
    y2="${height}"/>`);
  const data = style.isBaseline ? marker(style, x(1), height / 2, 6) : ratioMark(ratio, series, x, height, width);
  return svgChart(width, height, label, markup`${noiseBand(x, height)}${grid}<g class="data">${data}</g>`);
}

// A band shows the interval of the ratio of the baseline to itself: a ratio within the band can be noise.
function noiseBand(x, height) {
  if (!result.noise || comparesCpu) return null;
  const [low, high] = x.domain();
  const [from, to] = [result.noise.lo, result.noise.hi].map(value => x(Math.min(high, Math.max(low, value))));
  return markup`<rect x="${from}" width="${to - from}" height="${height}" fill="var(--noise)"/>`;
}

function ratioMark(ratio, { style, path }, x, height, width) {
  const { value, lo, hi, by_round: rounds } = ratio;
  const [low, high] = x.domain();
  const middle = height / 2;
  const colour = seriesColour(style);
  const dataPath = markup`data-path="${[...path, ratioKey, 'value'].join('.')}"`;
  if ((hi ?? value) < low) {
    return markup`<path d="M10 ${middle}l9 -6v12z" fill="${colour}"/>
      <line x1="18" x2="40" y1="${middle}" y2="${middle}" stroke="${colour}" stroke-width="2.5" stroke-dasharray="4 3"/>
      <text x="46" y="${middle}" dy=".35em" class="value halo" ${dataPath}>${formatRatio(value)}</text>`;
  }
  if ((lo ?? value) > high) {
    return markup`<path d="M${width - 2} ${middle}l-9 -6v12z" fill="${colour}"/>
      <text x="${width - 16}" y="${middle}" dy=".35em" text-anchor="end" class="value halo" ${dataPath}>${
      formatRatio(value)}</text>`;
  }
  const clamped = place => x(Math.min(high, Math.max(low, place)));
  const [from, to] = [clamped(lo ?? value), clamped(hi ?? value)];
  return markup`${rounds.filter(one => one > 0).map(one => markup`<circle cx="${clamped(one)}"
    cy="${middle + height * 0.27}" r="1.9" fill="${colour}" opacity=".55"/>`)}
    <line x1="${from}" x2="${to}" y1="${middle}" y2="${middle}" stroke="${colour}" stroke-width="3.5"/>
    <path d="M${from} ${middle - 5}v10M${to} ${middle - 5}v10" stroke="${colour}" stroke-width="2"/>
    ${marker(style, clamped(value), middle, 5.5)}`;
}
