import { dashboard } from './dashboard.js';
import { coloured, lines, linkTo, number, query, row } from './panels.js';
import { errors, failures, loadToolRequests, occurring, quantile, rate, requests, served, sum, withLabels } from './promql.js';

const STATUS = '{{job}} {{http_response_status_code}}';
// What callers see.
const front = 'job=~"frontend-.*"';
const toFailures = linkTo('Connections and failed calls', 'connections');

export const overview = dashboard({
  uid: 'overview',
  title: 'Overview',
  description: 'Request rate, errors and latency of both services, and the resources that they use.',
  noValue: 'No requests in the time shown: make load',
  rows: [
    row('Now', 4,
      number('Request rate', 4, 'Requests per second that the front-ends served. The 2 to 4 requests to the back-end that '
        + 'each of them causes are not counted.', 'reqps', sum('', rate(served, front))),
      number('Error share', 4, 'Share of 5xx among the front-ends’ responses. Look into any value above 0. The alert fires '
        + 'above 2 %.', 'percentunit',
        `${sum('', rate(errors, front))} / (${sum('', rate(served, front))} > 0)`, { warn: 0.001, bad: 0.02, decimals: 1, link: toFailures }),
      number('p99 latency', 4, 'One request in a hundred to the front-ends takes longer than this. The limit is 100 ms.', 's',
        quantile(0.99, '', requests, front), { warn: 0.05, bad: 0.1 }),
      number('In flight', 4, 'Requests that the front-ends are processing. Expect one for each connection of the load tool; '
        + 'if there are more, requests are queued.', 'short',
        sum('', withLabels('http_server_active_requests', front)), { decimals: 0 }),
      number('CPU in use', 4, 'CPU of the busiest process, as a share of the cores that it may use. Above 85 %, '
        + 'latency rises.', 'percentunit',
        `max(${withLabels('instance:dotnet_process_cpu:ratio_rate20s')})`, { warn: 0.7, bad: 0.85, decimals: 0 }),
      number('Processes down', 4, 'Processes that Prometheus knows but cannot scrape. Expect 0.', 'short',
        `count(${withLabels('up')} == 0) or vector(0)`, { bad: 1, warn: 1, decimals: 0 }),
    ),
    row('Rate, errors, duration', 10,
      lines('Request rate', 8, 'Both services should change together, with 2 to 4 back-end requests for each front-end '
        + 'request. If only one of them changes, the front-end is the bottleneck, or waits.', 'reqps',
        [query('job:http_server_requests:rate20s{job=~"$job"}', '{{job}}')]),
      lines('Error share', 8, 'Expect a flat line at 0. The dashed line is the alert’s limit of 2 %. If only the '
        + 'front-end has errors, its calls to the back-end failed.',
        'percentunit', [query('job:http_server_errors:ratio_rate20s{job=~"$job"}', '{{job}}')], { target: 0.02, softMax: 0.1, link: toFailures }),
      lines('Latency', 8, 'Median and p99 of the requests. If only the p99 rises, some requests wait for a thread, a '
        + 'connection or a garbage collection. The dashed line is the limit of 100 ms.', 's', [
        query(quantile(0.5, 'job', requests), '{{job}} p50'), query(quantile(0.99, 'job', requests), '{{job}} p99')],
      { target: 0.1, log: true }),
    ),
    row('Between the services', 10,
      lines('Sent by the load tool', 8, 'Requests as the load tool counts them. If there are fewer than planned, the '
        + 'target or the load tool is at its limit.', 'reqps',
        [query(loadToolRequests, '{{outcome}}')], { colours: coloured({ success: 'green', error: 'red' }) }),
      lines('Responses by status', 8, '4xx: the caller made an error. 502: the back-end failed. 503: the circuit '
        + 'breaker is open. 504: the back-end was too slow.',
        'reqps', [
          query(occurring('job, http_response_status_code', `${requests}_count`, 'http_response_status_code!~"5.."'), STATUS),
          query(occurring('job, http_response_status_code', errors), STATUS)]),
      lines('Failed calls to the back-end', 8, 'Failed calls by outcome: no connection, a timeout, an error status, '
        + 'or a body that is not valid JSON.',
        'cps', [query(occurring('outcome', failures), '{{outcome}}')],
        { link: toFailures, noValue: 'No call to the back-end has failed.' }),
    ),
    row('Resources', 10,
      lines('CPU', 8, 'CPU use as a share of the cores that a process may use. The dashed line is the alert’s limit '
        + 'of 85 %.', 'percentunit',
        [query(withLabels('instance:dotnet_process_cpu:ratio_rate20s'), '{{job}} {{instance}}')], { target: 0.85, softMax: 1 }),
      lines('Memory', 8, 'Working set, which rises with the load and then stays level. If the working set never stops '
        + 'rising, there is a leak.', 'bytes',
        [query(withLabels('dotnet_process_memory_working_set_bytes'), '{{job}} {{instance}}')]),
      lines('Network', 8, 'Bytes per second through the sockets of the processes. The front-end receives what the '
        + 'back-end sends.', 'Bps',
        [query(sum('job, direction', rate('process_network_io_bytes_total')), '{{job}} {{direction}}')]),
    ),
  ],
});
