// The sections of a comparison.
import { fill, markup } from '../shared/markup.js';
import { figure, ratio, seconds } from '../shared/format.js';
import { comparisonTable } from './comparison-table.js';
import { order } from './trial-order.js';
import { ranked, result, subjects } from './data.js';
import { $ } from './dom.js';
import * as headings from './headings.js';
import { byRound } from './by-round.js';
import { chart } from './charts.js';
import { figureOf, panels, section } from './section.js';
import { cell, nameOf, table } from './table.js';

const groups = Object.entries(result.groups);

export function compared() {
  // What the other columns leave shows only once they are there.
  chart('comparison', (_, place) => {
    fill(place, comparisonTable(0));
    return comparisonTable($('td.plot', place).clientWidth);
  });
  const noise = result.noise && `The grey band is the baseline measured against itself, ${ratio(result.noise.lo)} to ${ratio(result.noise.hi)}: `
    + 'what no difference looks like on this machine.';
  return section('compared', headings.ofComparison(), markup`Bars start at zero. The intervals zoom in on 1, which is the
    baseline; an arrow says that a variant lies beyond. ${noise}`, markup`<div class="scrolls" id="comparison" tabindex="0" role="region"
    aria-label="Comparison"></div><p class="foot">Ratio: ${result.method.centre}. Interval: ${result.method.interval}.
    Latency is ${result.variants[0].latency.clock} time; a dash where fewer than ten requests lie beyond the percentile.
    ${headings.roundsForFive()}</p>${groups.length > 0 && markup`<p class="foot">${groups.map(([name, words]) => `${name}: ${words}. `)}</p>`}`);
}

export function rounds() {
  if (result.order.length < 2) return null;
  return section('rounds', headings.ofRounds(), result.marks.length > 0 && markup`Notes taken while it ran: ${
    result.marks.map(({ t_s: at, text }, i) => `${i > 0 ? '; ' : ''}${seconds(at)}: ${text}`)}.`, panels([
    figureOf('throughput-by-round', 'Throughput', 'req/s, by round', byRound('rps', 'Throughput of each variant in each round')),
    figureOf('p99-by-round', 'p99 latency', 'ms, by round', byRound('p99', 'p99 latency of each variant in each round, logarithmic', true)),
    subjects.length > 1 && figureOf('order', 'Order', 'shuffled, by round', order),
  ], [roundsTable(), subjects.length > 1 && orderTable()]));
}

const orderTable = () => table(
  ['Round', ...subjects.map((_, slot) => slot === 0 ? 'first' : `${slot + 1}`)],
  result.order.map((turns, i) => [markup`<th scope="row">${i + 1}</th>`, turns.map(turn => markup`<td class="left">${nameOf(subjects[turn])}</td>`)]));

const roundsTable = () => table(
  ['Variant', 'of each round', ...result.order.map((_, i) => `${i + 1}`)],
  ranked.flatMap(subject => [['rps', 'req/s'], ['p99', 'p99 ms']].map(([key, unit]) => [
    markup`<th scope="row" data-v="${subject.index}">${nameOf(subject)}</th><th scope="row">${unit}</th>`,
    subject.variant.rounds.map((_, i) => cell([...subject.path, 'rounds', i, key], figure)),
  ])));
