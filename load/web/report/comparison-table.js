// The table of a comparison: magnitude as bars from zero, certainty as intervals on a logarithmic scale around 1.
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { count, figure, ratio } from '../shared/format.js';
import { scaleLinear, scaleLog } from '../shared/scales.js';
import { colour } from '../shared/series-styles.js';
import { fitting } from './axes.js';
import { drawing } from './charts.js';
import { isInvalid, isOfCpu, ranked, ratioKey, result, tiers } from './data.js';
import { isPresenting, rem, slideRoom } from './dom.js';
import { cell, nameOf } from './table.js';

const STEPS = [0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3];
const MARKS = { faster: '▲', cheaper: '▲', slower: '▼', dearer: '▼', 'no difference': '=' };

const ratios = ranked.map(({ variant }) => variant[ratioKey]).filter(Boolean);

// As near to 1 as those that are near need; what lies beyond is an arrow with its figure.
const reach = (() => {
  const near = ratios.filter(({ value }) => value > 0.75 && value < 1.33)
    .flatMap(({ lo, hi, by_round: rounds }) => [lo, hi, ...rounds]).filter(value => value !== null && value > 0);
  return Math.min(0.33, Math.max(0.1, ...near.map(value => Math.abs(value - 1))) * 1.08);
})();

const rowHeight = () => (isPresenting() ? Math.min(3.1 * rem(), (slideRoom() - 4 * rem()) / ranked.length) : 2.75 * rem());

/** @param {number} given to the column with the intervals */
export function comparisonTable(given) {
  const width = Math.max(11 * rem(), given);
  const x = scaleLog([1 - reach / (1 + reach), 1 + reach], [3 * rem(), width - 1.2 * rem()]);
  const wide = x.range()[1] - x.range()[0] > 20 * rem();
  const ticks = STEPS.filter(step => step >= x.domain()[0] && step <= x.domain()[1]
    && ((wide && reach < 0.2) || Math.round(step * 100) % 10 === 0));
  return markup`<table class="comparison"><thead>${headings(x, ticks, width)}</thead>
    <tbody>${ranked.map(subject => row(subject, x, ticks, width))}</tbody></table>`;
}

const costColumns = tiers.slice(0, 1).flatMap(tier => [
  { heading: markup`CPU ms<br>${tier}`, path: ['tiers', tier, 'cpu_ms'], format: figure },
  { heading: markup`alloc. kB<br>${tier}`, path: ['tiers', tier, 'alloc_kb'], format: figure },
]);

const figureColumns = [
  { heading: markup`p50<br>ms`, path: ['latency', 'p50'], format: figure },
  { heading: markup`p99<br>ms`, path: ['latency', 'p99'], format: figure },
  { heading: markup`p99.9<br>ms`, path: ['latency', 'p999'], format: figure },
  ...costColumns,
  { heading: 'Errors', path: ['errors'], format: count },
];

const headings = (x, ticks, width) => markup`<tr><th scope="col" class="left">Variant</th>
  <th scope="col" colspan="2">Throughput<br>req/s, median</th>
  <th scope="col" class="plot">${isOfCpu ? 'CPU ratio' : 'Ratio'} to baseline: 95 % interval, a dot a round
    <svg width="${width}" height="${1.4 * rem()}" aria-hidden="true">${fitting(ticks.map(step => ({ x: x(step), text: `${+step.toFixed(2)}` })), width).map(({ x: at, text }) =>
      markup`<text x="${at}" y="${1.05 * rem()}" text-anchor="middle" class="${text === '1' && 'value'}">${text}</text>`)}</svg></th>
  <th scope="col">Ratio</th><th scope="col" class="left">Verdict</th>
  ${figureColumns.map(({ heading }) => markup`<th scope="col">${heading}</th>`)}</tr>`;

function row(subject, x, ticks, width) {
  const { variant, slot, index, path } = subject;
  const ofThis = variant[ratioKey];
  return markup`<tr data-v="${index}" class="${slot.isBaseline && 'base'}"><th scope="row" class="left">${nameOf(subject)}</th>
    <td class="bar">${bar(subject)}</td>${cell([...path, 'throughput', 'median'], figure)}
    <td class="plot">${interval(subject, x, ticks, width)}</td>
    ${ofThis ? ratioCell(ofThis, [...path, ratioKey]) : markup`<td>${slot.isBaseline ? '1' : '–'}</td>`}
    <td class="left">${verdict(subject)}</td>
    ${figureColumns.map(column => cell([...path, ...column.path], column.format))}</tr>`;
}

const ratioCell = ({ value, lo, hi }, path) => markup`<td data-path="${path.join('.')}">${ratio(value)}${
  lo !== null && markup` <span class="interval">[${ratio(lo)}, ${ratio(hi)}]</span>`}</td>`;

function verdict({ variant, slot }) {
  if (slot.isBaseline) return markup`<span class="verdict">● baseline</span>`;
  const word = isInvalid ? 'withheld' : variant[ratioKey]?.verdict;
  return word ? markup`<span class="verdict ${word in MARKS && word !== 'no difference' && 'strong'}">${MARKS[word]} ${word}</span>` : '–';
}

function bar({ slot, variant }) {
  const [width, height] = [rem() * 8, rowHeight()];
  const { median, lo, hi } = variant.throughput;
  const x = scaleLinear([0, Math.max(...ranked.map(one => one.variant.throughput.hi ?? one.variant.throughput.median), 1)], [0, width]);
  const range = lo !== null && `M${x(lo)} ${height / 2}H${x(hi)}`;
  return markup`<svg width="${width}" height="${height}" aria-hidden="true"><rect y="${height * 0.3}" width="${x(median)}"
    height="${height * 0.4}" fill="${colour(slot)}"/>${range && markup`<path d="${range}" stroke="var(--page)" stroke-width="4"/>
    <path d="${range}" stroke="var(--ink)" stroke-width="1.6"/>`}</svg>`;
}

function interval(subject, x, ticks, width) {
  const { slot, variant } = subject;
  const height = rowHeight();
  const ofThis = variant[ratioKey];
  if (!slot.isBaseline && !ofThis) return null;
  const label = slot.isBaseline ? 'Baseline, 1' : `Ratio ${ratio(ofThis.value)}, 95 % interval ${ratio(ofThis.lo)} to ${ratio(ofThis.hi)}`;
  return drawing(width, height, label, markup`${noise(x, height)}${ticks.map(step => markup`<line class="${step === 1 ? 'one' : 'grid'}"
    x1="${x(step)}" x2="${x(step)}" y2="${height}"/>`)}<g class="data">${slot.isBaseline
    ? marker(slot, x(1), height / 2, 6) : mark(ofThis, subject, x, height, width)}</g>`);
}

// The baseline measured against itself: what no difference looks like on this machine.
function noise(x, height) {
  if (!result.noise || isOfCpu) return null;
  const [from, to] = [result.noise.lo, result.noise.hi].map(value => x(Math.min(x.domain()[1], Math.max(x.domain()[0], value))));
  return markup`<rect x="${from}" width="${to - from}" height="${height}" fill="var(--noise)"/>`;
}

function mark({ value, lo, hi, by_round: rounds }, { slot, path }, x, height, width) {
  const [low, high] = x.domain();
  const middle = height / 2;
  const ink = colour(slot);
  const origin = markup`data-path="${[...path, ratioKey, 'value'].join('.')}"`;
  if ((hi ?? value) < low) return markup`<path d="M10 ${middle}l9 -6v12z" fill="${ink}"/>
    <line x1="18" x2="40" y1="${middle}" y2="${middle}" stroke="${ink}" stroke-width="2.5" stroke-dasharray="4 3"/>
    <text x="46" y="${middle}" dy=".35em" class="value halo" ${origin}>${ratio(value)}</text>`;
  if ((lo ?? value) > high) return markup`<path d="M${width - 2} ${middle}l-9 -6v12z" fill="${ink}"/>
    <text x="${width - 16}" y="${middle}" dy=".35em" text-anchor="end" class="value halo" ${origin}>${ratio(value)}</text>`;
  const within = place => x(Math.min(high, Math.max(low, place)));
  const [from, to] = [within(lo ?? value), within(hi ?? value)];
  return markup`${rounds.filter(one => one > 0).map(one => markup`<circle cx="${within(one)}" cy="${middle + height * 0.27}" r="1.9"
    fill="${ink}" opacity=".55"/>`)}<line x1="${from}" x2="${to}" y1="${middle}" y2="${middle}" stroke="${ink}" stroke-width="3.5"/>
    <path d="M${from} ${middle - 5}v10M${to} ${middle - 5}v10" stroke="${ink}" stroke-width="2"/>
    ${marker(slot, within(value), middle, 5.5)}`;
}
