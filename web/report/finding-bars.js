// The bars of the first screen: one metric at a time, as ratios to the baseline where the result has them.
import { formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { drawCharts, registerChart } from './charts.js';
import { confidence } from './comparison-table.js';
import { allSeries, comparesCpu, isComparison, processes, ranked, result, throughputName, words } from './data.js';
import { $, $$, isNarrow, rem, rowHeightFor } from './dom.js';
import { scrollable } from './section.js';
import { nameLabel, valueCell } from './table.js';

/** The factor by which a bar must be longer than the next one to be cut off: it would make all other bars too short. */
const CUT_FACTOR = 2.5;

/** The largest share of the bars that may be cut off. */
const MOST_CUTS = 0.2;

/** The longest interval, as a factor of the longest bar. What is longer ends at the edge. */
const LONGEST_INTERVAL = 1.3;

const METRICS = [
  { key: 'throughput', name: throughputName, unit: 'req/s', ratio: 'ratio', path: ['throughput', 'rate'] },
  { key: 'cpu', name: 'CPU', unit: 'ms per request', ratio: 'cpu_ratio', path: ['processes', processes[0], 'cpu_ms'] },
  {
    key: 'allocation', name: 'Memory', unit: 'kB allocated per request', ratio: 'alloc_ratio',
    path: ['processes', processes[0], 'alloc_kb'],
  },
  {
    key: 'p99', name: 'p99', unit: 'ms', path: ['latency', 'p99'],
    ratio: allSeries.some(({ variant }) => variant.p99_ratio) ? 'p99_ratio' : null,
  },
].filter(metric => allSeries.some(({ variant }) => metric.ratio ? variant[metric.ratio] : variant.latency.p99));

let shown = METRICS.find(({ key }) => key === 'cpu' && comparesCpu) ?? METRICS[0];

export function findingBars() {
  if (!isComparison || allSeries.length < 2 || !shown) return null;
  // The table is drawn twice, as that of the comparison.
  registerChart('bars', (_, element) => {
    render(element, barTable(8 * rem()));
    return barTable($('td.plot', element).clientWidth);
  });
  return markup`${scrollable('Bars', null, 'bars')}<p class="switch" role="group" aria-label="The bars show">${
    METRICS.map(({ key, name }) => markup`<button data-metric="${key}" aria-pressed="${key === shown.key}">${name
    }</button>`)}</p>`;
}

export const listenToSwitch = () => $$('[data-metric]').forEach((button, i, all) => {
  button.onclick = () => {
    shown = METRICS[i];
    all.forEach(other => other.setAttribute('aria-pressed', String(other === button)));
    drawCharts();
  };
});

const estimateOf = ({ variant, style }) => !shown.ratio
  ? { value: variant.latency.p99 }
  : style.isBaseline ? { value: 1 } : variant[shown.ratio] ?? { value: null };

// A valid result withholds only what was never going to have a verdict.
const isWithheld = ({ verdict }) => result.validity.state !== 'valid' && verdict === 'withheld';

function barTable(width) {
  const rows = ranked.map(series => ({ series, ...estimateOf(series) }));
  const lengths = rows.map(({ value }) => value ?? 0).sort((one, other) => other - one);
  const mostCuts = Math.max(1, lengths.length * MOST_CUTS);
  const cuts = lengths.findLastIndex((length, i) => i < mostCuts && length > CUT_FACTOR * lengths[i + 1]) + 1;
  const longest = lengths[cuts];
  const end = cuts > 0 ? longest * LONGEST_INTERVAL
    : Math.min(longest * LONGEST_INTERVAL, Math.max(longest, ...rows.map(({ hi }) => hi ?? 0)));
  const x = scaleLinear([0, end || 1], [0, width - 0.8 * rem()]);
  const compared = shown.ratio && markup`, ${result.baseline} = 1; ${confidence}`;
  const cells = [
    { heading: markup`<th scope="col">${shown.unit}</th>`, cell: ({ series: { path } }) =>
      valueCell([...path, ...shown.path], formatNumber) },
    { heading: markup`<th scope="col" class="left">In words</th>`, cell: ({ series: { style, name, path } }) => markup`<td
      class="left" data-interval="${[...path, shown.ratio].join('.')}"><span class="words">${style.isBaseline ? 'compared with' : words.ratios?.[name]?.[shown.key]
      }</span></td>` },
  ];
  const bars = {
    heading: markup`<th scope="col" class="plot">${shown.name}${compared}${
      cuts > 0 && '; cut: longer than drawn'}</th>`,
    cell: row => markup`<td class="plot">${bar(row, x)}</td>`,
  };
  const columns = isNarrow() ? [...cells, bars] : [bars, ...cells];
  return markup`<table class="comparison"><thead><tr><th scope="col" class="left">Variant</th>${
    columns.map(({ heading }) => heading)}</tr></thead><tbody>${rows.map(row => markup`<tr
    data-v="${row.series.index}" class="${row.series.style.isBaseline && 'base'} ${isWithheld(row) && 'withheld'}"><th scope="row">${
    nameLabel(row.series)}</th>${columns.map(({ cell }) => cell(row))}</tr>`)}</tbody></table>`;
}

function bar({ series, value, lo, hi }, x) {
  const [height, end] = [rowHeightFor(ranked.length, 2, 2.6, 8), x.range()[1]];
  const drawn = x(value ?? 0);
  return markup`<svg width="${end + 0.8 * rem()}" height="${height}" aria-hidden="true"><rect y="${height * 0.25}"
    width="${Math.min(end, drawn)}" height="${height * 0.5}" fill="${seriesColour(series.style)}"/>${shown.ratio
    && markup`<line class="unity" x1="${x(1)}" x2="${x(1)}" y2="${height}"/>`}${drawn > end + 1
    ? cutMark(end, height)
    : lo && interval(x(lo), Math.min(end, x(hi)), x(hi) > end + 1, height / 2)}</svg>`;
}

// An interval that is longer than the axis ends in an open arrowhead.
const interval = (from, to, isClipped, y) => ['var(--page)', 'var(--ink)'].map((colour, i) => markup`<path
  class="interval ${isClipped && 'clipped'}" d="M${from} ${y - 4}v8m0 -4H${to}${
  isClipped ? 'm-5 -4l5 4l-5 4' : 'm0 -4v8'}" stroke="${colour}" stroke-width="${4 - 2.4 * i}" fill="none"/>`);

const cutMark = (end, height) => markup`<path class="cut" d="M${end - 26} ${height * 0.2}l6 ${height * 0.2}l-6 ${
  height * 0.2}l6 ${height * 0.2}" fill="none" stroke="var(--page)" stroke-width="6"/>`;
