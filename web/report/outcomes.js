// Tables of status codes, transport errors and failed checks, and of the kinds of requests in a run.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { allSeries } from './data.js';
import { nameLabel, table, valueCell } from './table.js';

const keysOf = key => [...new Set(allSeries.flatMap(({ variant }) => Object.keys(variant[key])))].sort();

const [statuses, transportErrors] = [keysOf('statuses'), keysOf('transport_errors')];

// The table counts requests that were unfinished at the end. A count that is zero for all variants has no column.
const extras = [['unfinished when stopped', 'unfinished']]
  .filter(([, key]) => allSeries.some(({ variant }) => variant[key] > 0));

// A result does not contain the status codes that a variant never got: their count is zero.
const countOrZero = value => formatCount(value ?? 0);

export const outcomesTable = () => table(
  [allSeries.length > 1 ? 'Variant' : 'Run', 'requests', 'errors', ...statuses, ...transportErrors, 'failed checks',
    ...extras.map(([heading]) => heading)],
  allSeries.map(series => [
    markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th>`,
    valueCell([...series.path, 'requests'], formatCount), valueCell([...series.path, 'errors'], formatCount),
    statuses.map(status => valueCell([...series.path, 'statuses', status], countOrZero)),
    transportErrors.map(kind => valueCell([...series.path, 'transport_errors', kind], countOrZero)),
    valueCell([...series.path, 'check_failures'], countOrZero),
    extras.map(([, key]) => valueCell([...series.path, key], countOrZero)),
  ]));

const COLUMNS = [
  ['requests', ['requests'], formatCount], ['req/s', ['throughput', 'rate'], formatNumber],
  ['p50 ms', ['latency', 'p50'], formatNumber], ['p99 ms', ['latency', 'p99'], formatNumber],
  ['max ms', ['latency', 'max'], formatNumber], ['errors', ['errors'], formatCount],
];

/** @param {object[]} parts of a run, created by partSeries */
export const partsTable = (heading, parts) => table(
  [heading, ...COLUMNS.map(([name]) => name)],
  parts.map(part => [
    markup`<th scope="row">${nameLabel(part)}</th>`,
    COLUMNS.map(([, path, format]) => valueCell([...part.path, ...path], format)),
  ]));
