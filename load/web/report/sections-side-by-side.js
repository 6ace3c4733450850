// The sections of several results side by side.
import { markup } from '../shared/markup.js';
import { figure, count } from '../shared/format.js';
import { besideTable, ratiosBeside } from './side-by-side.js';
import { ranked, results } from './data.js';
import { figureOf, panels, section } from './section.js';
import { subjectTable } from './table.js';

export const comparisons = () => section('beside', 'The ratios, run by run', markup`${results.map(({ id }, run) =>
  `${run + 1}: ${id}${run < results.length - 1 ? ' · ' : ''}`)}. A bar is the 95 % interval.`,
panels([figureOf('ratios', null, null, ratiosBeside)], besideTable()));

export const runs = () => section('beside', 'Run by run', null, markup`<div class="scrolls" tabindex="0" role="region"
  aria-label="Run by run">${subjectTable([
    ['req/s', ['throughput', 'median'], figure], ['p50 ms', ['latency', 'p50'], figure], ['p90 ms', ['latency', 'p90'], figure],
    ['p99 ms', ['latency', 'p99'], figure], ['p99.9 ms', ['latency', 'p999'], figure], ['max ms', ['latency', 'max'], figure],
    ['requests', ['requests'], count], ['errors', ['errors'], count],
  ], ranked)}</div>`);
