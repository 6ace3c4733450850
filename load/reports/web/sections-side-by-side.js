// The sections of a report that shows several results side by side.
import { formatCount, formatNumber } from '../../../web/shared/format.js';
import { allSeries, partProcesses, ranked, results } from './data.js';
import { lineChart } from './line-chart.js';
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

/** Runs with bursts: how long each size took, and with how many threads. */
export function bursts() {
  if (!allSeries.every(({ variant }) => variant.bursts?.length > 1)) return null;
  const lines = valueOf => allSeries.map(series =>
    ({ series, points: series.variant.bursts.map(burst => [burst.requests, valueOf(burst) ?? null]) }));
  const [target] = partProcesses;
  const threads = burst => burst.processes?.[target]?.pool_threads;
  return section('bursts', 'Bursts of each run by their size', 'The size of a burst is the number of requests at once.',
    chartPanels([
      chartFigure('durations', 'Until all are answered', 's, both axes logarithmic', lineChart({
        label: 'Seconds until all requests of a burst are answered, by its size', isLog: true, isLogX: true,
        lines: lines(burst => burst.duration_s),
      })),
      target && chartFigure('pool-threads', `Pool threads of the ${target}`, 'both axes logarithmic', lineChart({
        label: 'Pool threads by burst size', isLog: true, isLogX: true, lines: lines(threads),
      })),
    ]));
}
