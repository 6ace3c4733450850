// The sections of a run by itself.
import { markup } from '../shared/markup.js';
import { count, figure, seconds } from '../shared/format.js';
import { subjects } from './data.js';
import * as drift from './over-time.js';
import * as headings from './headings.js';
import { partsTable } from './outcomes.js';
import { figureOf, panels, section } from './section.js';
import * as series from './series.js';
import * as sizes from './by-size.js';
import { cell, table } from './table.js';

const { path, variant } = subjects[0];
const tierNames = Object.keys(variant.tiers ?? {});

// A single line has no name of its own.
const ofTier = tierNames.length === 1 ? ` of the ${tierNames[0]}` : '';

export function bySize() {
  if (!sizes.sizes) return null;
  const { what, list } = sizes.sizes;
  return section('sizes', 'What grows with the size', `By size: ${what}.${list === 'bursts' ? '' : ' Dotted: as many as asked for.'}`, panels([
    figureOf('throughput-by-size', 'Throughput', 'req/s', sizes.throughputBySize()),
    figureOf('latency-by-size', 'Latency', 'ms, logarithmic', sizes.latencyBySize()),
    figureOf('threads-by-size', `Pool threads${ofTier}`, 'most seen', sizes.levelBySize('pool_threads', 'Pool threads by size')),
    figureOf('queue-by-size', `Pool queue${ofTier}`, 'most seen waiting', sizes.levelBySize('pool_queue', 'Pool queue by size')),
  ], sizesTable()));
}

function sizesTable() {
  const { list, size, entries } = sizes.sizes;
  const latency = list === 'phases' ? ['latency'] : [];
  return entriesTable(list, entries, size, count, [
    ['req/s', ['rps'], figure], ['p50 ms', [...latency, 'p50'], figure], ['p99 ms', [...latency, 'p99'], figure],
    ['max ms', [...latency, 'max'], figure], ['errors', ['errors'], count], ...levels(),
  ], 'Size');
}

const levels = () => tierNames.flatMap(tier => [
  [`${tier} threads`, ['tiers', tier, 'pool_threads'], count], [`${tier} queue`, ['tiers', tier, 'pool_queue'], count],
]);

const entriesTable = (list, entries, key, formatKey, columns, heading) => table(
  [heading, ...columns.map(([name]) => name)],
  entries.map((_, i) => [
    markup`<th scope="row" data-path="${[...path, list, i, ...key].join('.')}">${formatKey(key.reduce((place, one) => place[one], entries[i]))}</th>`,
    columns.map(([, of, format]) => cell([...path, list, i, ...of], format)),
  ]));

export function overTime() {
  if (!drift.hasDrift) return null;
  return section('drift', headings.ofDrift(), `${variant.windows.length} stretches of ${seconds(variant.windows[0].length_s)}.`, panels([
    figureOf('throughput-over-time', 'Throughput', 'req/s', drift.throughputOverTime()),
    figureOf('latency-over-time', 'Latency', 'ms, logarithmic', drift.latencyOverTime()),
    figureOf('memory-over-time', `Working set${ofTier}`, 'MB', drift.levelOverTime('working_set_mb', 'Working set over time')),
    figureOf('cpu-over-time', `CPU${ofTier}`, 'cores', drift.levelOverTime('cpu_cores', 'CPU over time')),
    figureOf('threads-over-time', `Pool threads${ofTier}`, 'most seen', drift.levelOverTime('pool_threads', 'Pool threads over time', true)),
    figureOf('queue-over-time', `Pool queue${ofTier}`, 'most seen waiting', drift.levelOverTime('pool_queue', 'Pool queue over time', true)),
  ], entriesTable('windows', variant.windows, ['start_s'], seconds, [
    ['requests', ['requests'], count], ['errors', ['errors'], count], ['req/s', ['rps'], figure], ['p50 ms', ['p50'], figure],
    ['p99 ms', ['p99'], figure], ['max ms', ['max'], figure],
    ...tierNames.flatMap(tier => [[`${tier} MB`, ['tiers', tier, 'working_set_mb'], figure], [`${tier} cores`, ['tiers', tier, 'cpu_cores'], figure]]),
    ...levels(),
  ], 'Start')));
}

export function parts() {
  const there = [['Phase', 'phases'], ['Request', 'kinds']].filter(([, list]) => variant[list]?.length > 1);
  if (there.length === 0) return null;
  return section('parts', there.map(([heading]) => `By ${heading.toLowerCase()}`).join(', '), null, there.map(([heading, list]) =>
    markup`<div class="scrolls" tabindex="0" role="region" aria-label="By ${heading.toLowerCase()}">${
      partsTable(heading, series.parts([...path, list], variant[list]))}</div>`));
}
