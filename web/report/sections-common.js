// The sections that reports of all kinds have.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { allSeries, drawn, isComparison, partsOf, processes, ranked, result } from './data.js';
import { namesBelow } from './labels.js';
import { outcomesTable } from './outcomes.js';
import { percentileChart } from './percentiles.js';
import { failuresTable } from './phases.js';
import { chartFigure, scrollable, section } from './section.js';
import { timingSeries } from './series.js';
import { nameLabel, seriesTable, table, tableDetails, valueCell } from './table.js';

// Every percentile of the result: p50, p99, p999.
const PERCENTILES = [
  ...Object.keys(allSeries[0].variant.latency).filter(key => /^p\d+$/.test(key))
    .map(key => [key.replace(/(?<=\d\d)(?=\d)/, '.'), key]),
  ['max, ms', 'max'],
];

export function latency() {
  const lines = latencyLines().filter(line => line.latency.curve.length > 0);
  if (lines.length === 0) return null;
  const isClosed = result.model.kind === 'closed' && partsOf('burst').length === 0;
  const rows = ranked.length > 1
    ? ranked.map(({ path, ...series }) => ({ ...series, path: [...path, 'latency'] }))
    : latencyLines();
  const closedLoopText = isClosed && ' In a closed loop no requests are sent while the target stalls, so high '
    + 'percentiles look better than they are (coordinated omission).';
  return section('latency', 'Latency by percentile', markup`Each step to the right shows requests that are ten times rarer. A
    curve ends where fewer than ten requests took longer.${closedLoopText}`,
  markup`${chartFigure('percentiles', null, null, percentileChart(lines))}${namesBelow(lines)}${
    tableDetails(latencyTable(rows))}`);
}

// A single run has one line for each way in which latency was measured.
function latencyLines() {
  if (allSeries.length > 1 || isComparison) {
    return drawn.map(series => ({ ...series, latency: series.variant.latency }));
  }
  const [{ path, variant }] = allSeries;
  return timingSeries(path, variant);
}

const latencyTable = lines => table(['', ...PERCENTILES.map(([heading]) => heading)], lines.map(line => [
  markup`<th scope="row">${nameLabel(line)}</th>`,
  PERCENTILES.map(([, key]) => valueCell([...line.path, key], formatNumber)),
]));

const COSTS = [
  ['CPU ms', 'cpu_ms', formatNumber], ['alloc. kB', 'alloc_kb', formatNumber],
  ['GC pause ms/s', 'gc_pause_ms_per_s', formatNumber], ['threads', 'pool_threads', formatCount],
  ['queue', 'pool_queue', formatCount], ['connections', 'connections_opened', formatCount],
  ['connections/s', 'connections_per_s', formatNumber], ['TIME_WAIT', 'time_wait', formatCount],
];

/** The costs of a single run. */
export const cost = () => processes.length > 0
  && section('cost', 'CPU time and allocations per request', null, scrollable('Cost', costTable(allSeries[0])));

/** The costs of the variants of a comparison. */
export const costs = () => processes.length > 0 && tableDetails(seriesTable(
  processes.flatMap(name => COSTS
    .filter(([, key]) => allSeries.some(({ variant }) => (variant.processes[name]?.[key] ?? null) !== null))
    .map(([heading, key, format]) => [`${name} ${heading}`, ['processes', name, key], format])),
  ranked), 'Show the costs of each process');

/** A single run has one row for each cost and one column for each process, so that the table is narrow. */
const costTable = ({ path, variant }) => table(['Cost', ...processes], COSTS
  .filter(([, key]) => processes.some(name => (variant.processes[name]?.[key] ?? null) !== null))
  .map(([heading, key, format]) => [
    markup`<th scope="row">${heading}</th>`,
    processes.map(name => valueCell([...path, 'processes', name, key], format)),
  ]));

export const outcomes = () => section('outcomes', 'Responses and errors', null, markup`${
  scrollable('Responses and errors', outcomesTable())}${failuresTable()}`);
