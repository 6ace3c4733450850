// What a request for a customer costs while a value of a flag is alone in its process, whoever sends the requests. A
// process has one CPU time and one allocation for all requests (prometheus/rules/recording.yml).
import { byValue, quantile, requests, withLabels } from './promql.js';

export const ROUTE = '/api/customer/.+';

/** A recorded quantity of the values of a flag. */
export const recorded = (quantity, flag, values = '.+') =>
  withLabels(`instance_flag:${quantity}`, `http_route=~"${ROUTE}",flag="${flag}",value=~"${values}"`);

/** The requests that have the flag, as a label of their own. */
export const having = (flag, values = '.+') => `http_route=~"${ROUTE}",${flag}!="",${flag}=~"${values}"`;

export const EXAMPLE = 'hey -z 30s http://localhost:5100/api/customer/1';

export const ABOUT = 'Averages over the times when a value was alone in its process (98 % of its requests for 6 s, 50 per '
  + 'second or more), without the warm-ups of the load tool. Percentiles and the number are of all requests in the time '
  + 'shown. Compare rows with about as many requests in progress: without pauses, that is the number of connections.';

// A process that has just started needs several times the CPU time. A variant of a comparison may have a process of its
// own, and its turns are a load of their own: 6 s that a rate reaches back, and until the rule is evaluated again.
const UNSTEADY = '(count_over_time(load_stage{phase="warm-up"}[6s]) or max_over_time(load_round[16s]) > 0)';

/** The columns of a table with a row for each value of a flag. */
export function columnsOf(flag, values) {
  const average = quantity =>
    `avg by (value) (avg_over_time((${recorded(quantity, flag, values)} unless on () ${UNSTEADY})[$__range:2s]))`;
  const all = expr => `sum by (value) (${byValue(expr, flag)})`;
  const percentile = q => all(quantile(q, flag, requests, having(flag, values), '$__range'));
  return [
    { name: 'Throughput', unit: 'reqps', expr: average('http_server_requests_alone:rate6s'), bar: 'green' },
    { name: 'In progress', unit: 'short', decimals: 1, expr: average('http_server_requests_in_progress:alone6s') },
    { name: 'CPU per request', unit: 's', expr: average('process_cpu_seconds_per_request:alone6s'), bar: 'orange' },
    { name: 'Allocated per request', unit: 'bytes', expr: average('allocated_bytes_per_request:alone6s'), bar: 'purple' },
    { name: 'Connections per request', unit: 'short', decimals: 2, expr: average('connections_opened_per_request:alone6s') },
    { name: 'p50', unit: 's', expr: percentile(0.5) },
    { name: 'p99', unit: 's', expr: percentile(0.99) },
    { name: 'Requests', unit: 'short', decimals: 0,
      expr: `${all(`increase(${withLabels(`${requests}_count`, having(flag, values))}[$__range])`)} > 0` },
  ];
}
