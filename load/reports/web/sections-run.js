// The report sections of a single run.
import { formatCount, formatNumber, formatSeconds } from '../../../web/shared/format.js';
import { markup } from '../../../web/shared/markup.js';
import { latencyBySize, processBySize, sizes, throughputBySize, throughputUnit } from './by-size.js';
import { allSeries, partProcesses, throughputName } from './data.js';
import { timeHeading } from './headings.js';
import { partsTable } from './outcomes.js';
import { hasTimeCharts, latencyOverTime, processOverTime, throughputOverTime } from './over-time.js';
import { chartFigure, chartPanels, scrollable, section } from './section.js';
import { partSeries } from './series.js';
import { table, valueCell } from './table.js';

const [{ path, variant }] = allSeries;

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

function sizesTable() {
  const { list, sizePath, entries, sizeName } = sizes;
  const latency = list === 'phases' ? ['latency'] : [];
  return entriesTable(list, entries, sizePath, formatCount, [
    ['req/s', ['rps'], formatNumber], ['p50 ms', [...latency, 'p50'], formatNumber],
    ['p99 ms', [...latency, 'p99'], formatNumber], ['max ms', [...latency, 'max'], formatNumber],
    ['errors', ['errors'], formatCount], ...POOL_COLUMNS,
  ], sizeName);
}

const entriesTable = (list, entries, keyPath, formatKey, columns, heading) => table(
  [heading, ...columns.map(([name]) => name)],
  entries.map((entry, i) => [
    markup`<th scope="row" data-path="${[...path, list, i, ...keyPath].join('.')}">${
      formatKey(keyPath.reduce((place, key) => place[key], entry))}</th>`,
    columns.map(([, columnPath, format]) => valueCell([...path, list, i, ...columnPath], format)),
  ]));

export function overTime() {
  if (!hasTimeCharts) return null;
  const { windows } = variant;
  const processChart = (id, heading, unit, key, isWhole) =>
    chartFigure(id, `${heading}${processSuffix}`, unit, processOverTime(key, `${heading} over time`, isWhole));
  const intro = `${windows.length} intervals of ${formatSeconds(windows[0].length_s)} each.`;
  return section('over-time', timeHeading(), intro,
    chartPanels([
      chartFigure('throughput-over-time', throughputName, 'req/s', throughputOverTime()),
      chartFigure('latency-over-time', 'Latency', 'ms, logarithmic', latencyOverTime()),
      processChart('memory-over-time', 'Working set', 'MB', 'working_set_mb'),
      processChart('cpu-over-time', 'CPU', 'cores', 'cpu_cores'),
      processChart('threads-over-time', 'Pool threads', 'maximum', 'pool_threads', true),
      processChart('queue-over-time', 'Thread pool queue', 'maximum', 'pool_queue', true),
    ], windowsTable(windows)));
}

const windowsTable = windows => entriesTable('windows', windows, ['start_s'], formatSeconds, [
  ['requests', ['requests'], formatCount], ['errors', ['errors'], formatCount], ['req/s', ['rps'], formatNumber],
  ['p50 ms', ['p50'], formatNumber], ['p99 ms', ['p99'], formatNumber], ['max ms', ['max'], formatNumber],
  ...partProcesses.flatMap(name => [
    [`${name} MB`, ['processes', name, 'working_set_mb'], formatNumber],
    [`${name} cores`, ['processes', name, 'cpu_cores'], formatNumber],
  ]),
  ...POOL_COLUMNS,
], 'Start');

/** The results of each phase, and of each request of the scenario. */
export function parts() {
  const lists = [['Phase', 'phases'], ['Request', 'kinds']].filter(([, list]) => variant[list]?.length > 1);
  if (lists.length === 0) return null;
  const names = lists.map(([heading]) => `by ${heading.toLowerCase()}`);
  return section('parts', `Results ${names.join(' and ')}`, null, lists.map(([heading, list], i) =>
    scrollable(`Results ${names[i]}`, partsTable(heading, partSeries([...path, list], variant[list])))));
}
