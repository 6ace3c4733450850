// The report sections of a comparison.
import { formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { byRound } from './by-round.js';
import { registerChart } from './charts.js';
import { comparisonTable } from './comparison-table.js';
import { hasErrors, ranked, result, roundsOf, throughputName } from './data.js';
import { $ } from './dom.js';
import { comparisonHeading, roundsHeading } from './headings.js';
import { chartFigure, chartPanels, scrollable, section } from './section.js';
import { costs } from './sections-common.js';
import { TIMINGS } from './series.js';
import { nameLabel, table } from './table.js';

const groups = Object.entries(result.groups);

export function comparison() {
  // The table is drawn twice: the first drawing shows how much width the other columns leave for the intervals.
  registerChart('comparison-table', (_, element) => {
    render(element, comparisonTable(0));
    return comparisonTable($('td.plot', element).clientWidth);
  });
  const { method: { centre, interval }, variants: [{ latency: { clock } }] } = result;
  const goodputText = hasErrors && ' Goodput counts successful responses only.';
  return section('comparison', comparisonHeading(), markup`Ratios are drawn on a logarithmic
    scale. If needed, a second drawing enlarges the part close to 1; an open arrow marks what lies outside of
    it.${goodputText}`,
  markup`${scrollable('Comparison', null, 'comparison-table')}
    <p class="footnote">Ratio: ${centre}. Interval: ${interval}. Latency is ${TIMINGS[clock] ?? clock}. A dash means
    that fewer than ten requests took longer than the percentile.</p>${costs()}${groups.length > 0
    && markup`<p class="footnote">${groups.map(([name, description]) => `${name}: ${description}. `)}</p>`}`);
}

export function rounds() {
  if (result.order.length < 2) return null;
  return section('rounds', roundsHeading(), null, chartPanels([
    chartFigure('throughput-by-round', throughputName, 'req/s, by round',
      byRound('rps', `${throughputName} of each variant in each round`)),
    chartFigure('p99-by-round', 'p99 latency', 'ms, by round',
      byRound('p99', 'p99 latency of each variant in each round, logarithmic', true)),
  ], roundsTable()));
}

const roundsTable = () => table(
  ['Variant', 'by round', ...result.order.map((_, i) => `${i + 1}`)],
  ranked.flatMap(series => [['rps', 'req/s'], ['p99', 'p99 ms']].map(([key, unit]) => [
    markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th><th scope="row">${unit}</th>`,
    roundsOf(series).map(round =>
      markup`<td data-turns="${round.turns.join(' ')}" data-key="${key}">${formatNumber(round[key])}</td>`),
  ])));
