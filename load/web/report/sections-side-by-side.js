// The sections of a report that shows several results side by side.
import { formatCount, formatNumber } from '../shared/format.js';
import { ranked, results } from './data.js';
import { chartFigure, chartPanels, scrollable, section } from './section.js';
import { ratioChart, ratioTable } from './side-by-side.js';
import { seriesTable } from './table.js';

export function ratios() {
  const runs = results.map(({ id }, run) => `${run + 1}: ${id}`).join(' · ');
  const intro = `${runs}. A bar is the 95 % confidence interval.`;
  return section('side-by-side', 'Ratios to the baseline in each run', intro,
    chartPanels([chartFigure('ratios', null, null, ratioChart)], ratioTable()));
}

const HEADING = 'Results of each run';

export const runs = () => section('side-by-side', HEADING, null, scrollable(HEADING, seriesTable([
  ['req/s', ['throughput', 'median'], formatNumber], ['p50 ms', ['latency', 'p50'], formatNumber],
  ['p90 ms', ['latency', 'p90'], formatNumber], ['p99 ms', ['latency', 'p99'], formatNumber],
  ['p99.9 ms', ['latency', 'p999'], formatNumber], ['max ms', ['latency', 'max'], formatNumber],
  ['requests', ['requests'], formatCount], ['errors', ['errors'], formatCount],
], ranked)));
