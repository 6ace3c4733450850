// The report sections of a comparison.
import { formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { byPart } from './by-part.js';
import { registerChart } from './charts.js';
import { comparisonTable } from './comparison-table.js';
import { allSeries, comparesCpu, hasErrors, partsOfComparison, ranked, result, throughputName, unitName } from './data.js';
import { $ } from './dom.js';
import { chartFigure, chartPanels, scrollable, section } from './section.js';
import { costs } from './sections-common.js';
import { TIMINGS } from './series.js';
import { nameLabel, table } from './table.js';

export function comparison() {
  // The table is drawn twice: the first drawing shows how much width the other columns leave for the intervals.
  registerChart('comparison-table', (_, element) => {
    render(element, comparisonTable(0));
    return comparisonTable($('td.plot', element).clientWidth);
  });
  const { method: { centre, interval }, variants: [{ latency: { clock } }] } = result;
  const goodputText = hasErrors && ' Goodput counts successful responses only.';
  return section('comparison', `${comparesCpu ? 'CPU time per request' : throughputName} compared with the baseline`, markup`Ratios are drawn on a logarithmic
    scale. If needed, a second drawing enlarges the part close to 1; an open arrow marks what lies outside of
    it.${goodputText}`,
  markup`${scrollable('Comparison', null, 'comparison-table')}
    <p class="footnote">Ratio: ${centre}. Interval: ${interval}. Latency is ${TIMINGS[clock] ?? clock}. A dash means
    that fewer than ten requests took longer than the percentile.</p>${costs()}`);
}

export function parts() {
  if (result.samples.length <= allSeries.length) return null;
  const hasCpu = result.samples.some(({ cpu_s: cpu }) => cpu !== null);
  return section('parts', `Results by ${unitName}`, null, chartPanels([
    chartFigure('throughput-by-part', throughputName, `req/s, by ${unitName}`,
      byPart('rps', `${throughputName} of each variant by ${unitName}`)),
    hasCpu && chartFigure('cpu-by-part', 'CPU time', `ms for each request, by ${unitName}`,
      byPart('cpu', `CPU time of each variant by ${unitName}`)),
  ], partsTable(hasCpu)));
}

const partsTable = hasCpu => table(
  ['Variant', `by ${unitName}`, ...partsOfComparison(ranked[0]).map(({ n }) => `${n}`)],
  ranked.flatMap(series => [['rps', 'req/s'], ...hasCpu ? [['cpu', 'CPU ms']] : []].map(([key, unit]) => [
    markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th><th scope="row">${unit}</th>`,
    partsOfComparison(series).map(part =>
      markup`<td data-sample="${part.sample}" data-key="${key}">${formatNumber(part[key])}</td>`),
  ])));
