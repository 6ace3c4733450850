// Chart series of a single run: its values, its percentiles and kinds of latency, its kinds of request and its monitored
// processes.
import { assignStyles } from '../shared/series-styles.js';
import { partProcesses } from './data.js';

/** The names of the ways in which latency is measured, by their value in the result. */
export const TIMINGS = {
  response: 'response time', service: 'service time', lateness: 'schedule delay', mixed: 'response or service time',
};

const createSeries = (names, baseline) => assignStyles(names, baseline)
  .map((style, index) => ({ name: names[index], style, index }));

export const singleSeries = name => createSeries([name], name)[0];

export const [p50, p99] = createSeries(['p50', 'p99'], 'p50');

const processSeries = createSeries(partProcesses, null);

/** @param {(name: string) => [number, number | null][]} pointsOf */
export const processLines = pointsOf => processSeries.map(series => ({ series, points: pointsOf(series.name) }));

/**
 * The latencies of one run. An open loop has three: the response time since the intended start, the service time since
 * the request was sent, and the schedule delay of the load tool itself.
 */
export function timingSeries(path, variant) {
  const keys = ['latency', 'service', 'lateness'].filter(key => variant[key]);
  const names = keys.map(key => TIMINGS[variant[key].clock] ?? variant[key].clock);
  return createSeries(names, names[0])
    .map((series, i) => ({ ...series, path: [...path, keys[i]], latency: variant[keys[i]] }));
}

/** The parts of a run, one series for each. */
export const partSeries = parts => createSeries(parts.map(({ name }) => name), parts[0].name)
  .map((series, i) => ({ ...series, path: parts[i].path, latency: parts[i].latency, variant: parts[i] }));
