// The report sections of a single run.
import { formatCount, formatNumber, formatSeconds } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { latencyBySize, processBySize, sizes, throughputBySize, throughputUnit } from './by-size.js';
import { partProcesses, partsOf, throughputName } from './data.js';
import { partsTable } from './outcomes.js';
import { hasTimeCharts, latencyOverTime, processOverTime, throughputOverTime, windows } from './over-time.js';
import { chartFigure, chartPanels, scrollable, section } from './section.js';
import { partSeries } from './series.js';
import { table, valueCell } from './table.js';

// If there is only one process, its line in a chart has no name, so the heading of the chart has the name.
const processSuffix = partProcesses.length === 1 ? ` (${partProcesses[0]})` : '';

const POOL_COLUMNS = partProcesses.flatMap(name => [
  [`${name} threads`, ['processes', name, 'pool_threads'], formatCount],
  [`${name} queue`, ['processes', name, 'pool_queue'], formatCount],
]);

export function bySize() {
  if (!sizes) return null;
  const { heading, note } = sizes;
  const threads = processBySize('pool_threads', 'Pool threads by size');
  const queue = processBySize('pool_queue', 'Thread pool queue by size');
  return section('sizes', heading, note, chartPanels([
    chartFigure('throughput-by-size', throughputName, throughputUnit, throughputBySize()),
    chartFigure('latency-by-size', 'Latency', 'ms, logarithmic', latencyBySize()),
    chartFigure('threads-by-size', `Pool threads${processSuffix}`, 'maximum', threads),
    chartFigure('queue-by-size', `Thread pool queue${processSuffix}`, 'maximum', queue),
  ], sizesTable()));
}

const FIGURES = [
  ['req/s', ['throughput', 'rate'], formatNumber],
  ...['p50', 'p99', 'max'].map(key => [`${key} ms`, ['latency', key], formatNumber]),
];

const ERRORS = ['errors', ['errors'], formatCount];

const sizesTable = () => entriesTable(
  sizes.entries, sizes.sizePath, formatCount, [...FIGURES, ERRORS, ...POOL_COLUMNS], sizes.sizeName);

const entriesTable = (entries, keyPath, formatKey, columns, heading) => table(
  [heading, ...columns.map(([name]) => name)],
  entries.map(entry => [
    markup`<th scope="row" data-path="${[...entry.path, ...keyPath].join('.')}">${
      formatKey(keyPath.reduce((place, key) => place[key], entry))}</th>`,
    columns.map(([, path, format]) => valueCell([...entry.path, ...path], format)),
  ]));

export function overTime() {
  if (!hasTimeCharts) return null;
  const processChart = (id, heading, unit, key, isWhole) =>
    chartFigure(id, `${heading}${processSuffix}`, unit, processOverTime(key, `${heading} over time`, isWhole));
  const intro = `${windows.length} intervals of ${formatSeconds(windows[0].measured_s)} each.`;
  return section('over-time', 'Results over time', intro,
    chartPanels([
      chartFigure('throughput-over-time', throughputName, 'req/s', throughputOverTime()),
      chartFigure('latency-over-time', 'Latency', 'ms, logarithmic', latencyOverTime()),
      processChart('memory-over-time', 'Working set', 'MB', 'working_set_mb'),
      processChart('cpu-over-time', 'CPU', 'cores', 'cpu_cores'),
      processChart('threads-over-time', 'Pool threads', 'maximum', 'pool_threads', true),
      processChart('queue-over-time', 'Thread pool queue', 'maximum', 'pool_queue', true),
    ], windowsTable()));
}

const windowsTable = () => entriesTable(windows, ['start_s'], formatSeconds, [
  ['requests', ['requests'], formatCount], ERRORS, ...FIGURES,
  ...partProcesses.flatMap(name => [
    [`${name} MB`, ['processes', name, 'working_set_mb'], formatNumber],
    [`${name} cores`, ['processes', name, 'cpu_cores'], formatNumber],
  ]),
  ...POOL_COLUMNS,
], 'Start');

/** The results of each request of the scenario. */
export function parts() {
  const requests = partsOf('request');
  if (requests.length < 2) return null;
  const heading = 'Results by request';
  return section('parts', heading, null, scrollable(heading, partsTable('Request', partSeries(requests))));
}
