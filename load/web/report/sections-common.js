// The sections that any page may have.
import { markup } from '../shared/markup.js';
import { count, figure } from '../shared/format.js';
import { chart } from './charts.js';
import { costBars, isMeasured } from './cost-bars.js';
import { drawn, isComparison, ranked, result, subjects, tiers } from './data.js';
import * as headings from './headings.js';
import { hasHeat, heatMaps, heatTable, highestShare, ramp } from './heat-maps.js';
import { outcomes } from './outcomes.js';
import { followPointer, percentiles } from './percentiles.js';
import { figureOf, panels, section } from './section.js';
import { clocks, parts } from './series.js';
import { cell, folded, nameOf, subjectTable, table } from './table.js';

const LATENCIES = [['p50', 'p50'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['p99.9', 'p999'], ['max, ms', 'max']];

export function latency() {
  const lines = linesOf().filter(line => line.latency.curve.length > 0);
  if (lines.length === 0) return null;
  const id = 'percentiles';
  followPointer(id, lines);
  const isClosed = result.model.kind === 'closed' && !result.variants[0].bursts;
  return section('latency', headings.ofLatency(), markup`Each step to the right is ten times rarer. A curve ends where fewer than ten
    requests remain.${isClosed && ' Closed loop: a stall delays the next request instead of being counted, so the right side flatters.'}`,
  markup`${figureOf(id, null, null, percentiles(lines))}<p class="readout" id="${id}-readout" aria-live="off"></p>${
    folded(latencyTable(ranked.length > 1 ? ranked.map(({ path, ...one }) => ({ ...one, path: [...path, 'latency'] })) : linesOf()))}`);
}

// Of a run by itself its clocks, or its phases.
function linesOf() {
  if (subjects.length > 1 || isComparison) return drawn.map(subject => ({ ...subject, latency: subject.variant.latency }));
  const { path, variant } = subjects[0];
  return variant.phases
    ? parts([...path, 'phases'], variant.phases).map(line => ({ ...line, path: [...line.path, 'latency'] }))
    : clocks(path, variant);
}

const latencyTable = lines => table(['', ...LATENCIES.map(([heading]) => heading)], lines.map(line => [
  markup`<th scope="row">${nameOf(line)}</th>`, LATENCIES.map(([, key]) => cell([...line.path, key], figure))]));

export function heat() {
  if (!hasHeat) return null;
  chart('ramp', ramp);
  chart('heat-maps', heatMaps);
  return section('heat', headings.ofHeat(), `Latency in ms, logarithmic, against measured time${
    subjects.length > 1 ? '; one colour scale for all' : ''}. The line is p99${isComparison ? ' by round' : ''}.`, markup`<div class="ramp"><span>none</span>
    <div id="ramp"></div><span>${Math.round(highestShare * 100)} % of the requests of a quarter second</span></div>
    <div id="heat-maps"></div>${folded(heatTable())}`);
}

export function cost() {
  if (tiers.length === 0) return null;
  const charts = subjects.length > 1 && [
    isMeasured('cpu_ms') && figureOf('cpu', 'CPU', 'ms per request', costBars('cpu_ms', 'CPU, ms')),
    isMeasured('alloc_kb') && figureOf('allocated', 'Allocated', 'kB per request', costBars('alloc_kb', 'Allocated, kB')),
  ];
  const columns = tiers.flatMap(tier => [
    ['CPU ms', 'cpu_ms', figure], ['alloc. kB', 'alloc_kb', figure], ['GC pause ms/s', 'gc_pause_ms_per_s', figure],
    ['threads', 'pool_threads', count], ['queue', 'pool_queue', count], ['connections', 'connections_opened', count],
  ].filter(([, key]) => subjects.some(({ variant }) => variant.tiers[tier]?.[key] !== null && variant.tiers[tier]))
    .map(([heading, key, format]) => [`${tier} ${heading}`, ['tiers', tier, key], format]));
  const figures = subjectTable(columns, ranked);
  return section('cost', headings.ofCost(), charts && `Solid: ${tiers[0]}.${
    tiers.length > 1 ? ` Hatched: ${tiers.slice(1).join(', ')}.` : ''} A bar that would flatten the others is cut and carries its figure.`,
  charts ? panels(charts, figures) : markup`<div class="scrolls" tabindex="0" role="region" aria-label="Cost">${figures}</div>`);
}

export const came = () => section('outcomes', 'What came back', null,
  markup`<div class="scrolls" tabindex="0" role="region" aria-label="Outcomes">${outcomes()}</div>`);
