import { dashboard } from './dashboard.js';
import { lines, number, query, row } from './panels.js';
import { of, quantile, rate, requests, sent, sum } from './promql.js';

const served = sum('', rate(`${requests}_count`));
const errors = 'http_response_status_code=~"5.."';

export const overview = dashboard({
  uid: 'overview',
  title: 'Overview',
  description: 'Rate, errors and duration of both tiers, and what they use.',
  rows: [
    row('Now', 4,
      number('Request rate', 4, 'Answered by both tiers. A front-end request makes 2 to 4 of the back-end.', 'reqps', served),
      number('Error share', 4, 'Answers that are 5xx. More than 0 is worth a look, 5 % fires the alert.', 'percentunit',
        `(${sum('', rate(`${requests}_count`, errors))} or vector(0)) / (${served} > 0)`, { warn: 0.001, bad: 0.05, decimals: 1 }),
      number('p99 latency', 4, 'One request in a hundred takes longer. The target is 100 ms.', 's',
        quantile(0.99, '', requests), { warn: 0.05, bad: 0.1 }),
      number('In flight', 4, 'Requests being answered. It follows the load tool’s connections; more is a queue.', 'short',
        sum('', of('http_server_active_requests')), { decimals: 0 }),
      number('CPU in use', 4, 'Of the busiest process, as a share of the cores it may use. Above 85 % latency rises.', 'percentunit',
        `max(${of('instance:dotnet_process_cpu:ratio_rate20s')})`, { warn: 0.7, bad: 0.85, decimals: 0 }),
      number('Processes down', 4, 'That Prometheus knows and that do not answer it.', 'short',
        `count(${of('up')} == 0) or vector(0)`, { bad: 1, warn: 1, decimals: 0 }),
    ),
    row('Rate, errors, duration', 8,
      lines('Request rate', 8, 'Both tiers should move together, the back-end 2 to 4 times as fast. A gap between them is work that '
        + 'the front-end does, or waits for.', 'reqps', [query('job:http_server_requests:rate20s{job=~"$job"}', '{{job}}')]),
      lines('Error share', 8, 'Flat at 0. The dashed line is the alert’s 5 %. Errors of the front-end alone are calls that failed.',
        'percentunit', [query('job:http_server_errors:ratio_rate20s{job=~"$job"}', '{{job}}')], { target: 0.05, softMax: 0.1 }),
      lines('Latency', 8, 'Median and p99. A p99 that leaves the median behind is waiting: for a thread, a connection, a collection. '
        + 'The dashed line is the target of 100 ms.', 's', [
        query(quantile(0.5, 'job', requests), '{{job}} p50'), query(quantile(0.99, 'job', requests), '{{job}} p99')],
      { target: 0.1, log: true }),
    ),
    row('Between the tiers', 8,
      lines('Sent by the load tool', 8, 'What the load tool counts. Less than it should send is a target, or a tool, at its limit.', 'reqps',
        [query(sent, '{{outcome}}')]),
      lines('Answers by status', 8, '4xx are the caller’s mistakes, 502 a back-end that failed, 503 an open circuit, 504 one too slow.',
        'reqps', [query(sum('job, http_response_status_code', rate(`${requests}_count`)), '{{job}} {{http_response_status_code}}')]),
      lines('Calls to the back-end that failed', 8, 'By what became of them: no connection, time out, a status, a body that is no document.',
        'cps', [query(sum('outcome', rate('backend_call_duration_seconds_count', 'outcome!="success"')), '{{outcome}}')]),
    ),
    row('What they use', 8,
      lines('CPU', 8, 'Of the cores that a process may use: 100 % is all of them. The dashed line is the alert’s 85 %.', 'percentunit',
        [query(of('instance:dotnet_process_cpu:ratio_rate20s'), '{{job}} {{instance}}')], { target: 0.85, softMax: 1 }),
      lines('Memory', 8, 'Working set. Steps up with load and stays; a slope that never ends is a leak.', 'bytes',
        [query(of('dotnet_process_memory_working_set_bytes'), '{{job}} {{instance}}')]),
      lines('Network', 8, 'Bytes through the processes’ sockets. The front-end receives what the back-end sends.', 'Bps',
        [query(sum('job, direction', rate('process_network_io_bytes_total')), '{{job}} {{direction}}')]),
    ),
  ],
});
