// What came back: by status, and what did not.
import { markup } from '../shared/markup.js';
import { count, figure } from '../shared/format.js';
import { subjects } from './data.js';
import { cell, nameOf, table } from './table.js';

const keysOf = key => [...new Set(subjects.flatMap(({ variant }) => Object.keys(variant[key])))].sort();

const [statuses, failures] = [keysOf('statuses'), keysOf('transport_errors')];

/** Statuses and transport errors of each subject. */
export const outcomes = () => table(
  [subjects.length > 1 ? 'Variant' : 'Run', 'requests', 'errors', ...statuses, ...failures, 'check failed'],
  subjects.map(subject => {
    const { path } = subject;
    const or0 = value => count(value ?? 0);
    return [
      markup`<th scope="row" data-v="${subject.index}">${nameOf(subject)}</th>`,
      cell([...path, 'requests'], count), cell([...path, 'errors'], count),
      statuses.map(status => cell([...path, 'statuses', status], or0)),
      failures.map(kind => cell([...path, 'transport_errors', kind], or0)),
      cell([...path, 'check_failures'], or0),
    ];
  }));

const COLUMNS = [
  ['requests', ['requests'], count], ['req/s', ['rps'], figure], ['p50 ms', ['latency', 'p50'], figure],
  ['p99 ms', ['latency', 'p99'], figure], ['max ms', ['latency', 'max'], figure], ['errors', ['errors'], count],
];

/** @param {object[]} lines parts of a run, by series.parts */
export const partsTable = (heading, lines) => table(
  [heading, ...COLUMNS.map(([name]) => name)],
  lines.map(line => [markup`<th scope="row">${nameOf(line)}</th>`,
    COLUMNS.map(([, path, format]) => cell([...line.path, ...path], format))]));
