import { dashboard } from './dashboard.js';
import { lines, query, row } from './panels.js';
import { of, quantile, rate, sum } from './promql.js';

const opened = of('instance:http_client_connections_opened:rate20s');
const calls = of('instance:http_client_requests:rate20s');

export const connections = dashboard({
  uid: 'connections',
  title: 'Connections',
  description: 'Whether connections are kept and used again: of the front-end’s clients, and of both servers.',
  rows: [
    row('The front-end’s clients', 8,
      lines('Open', 8, 'To the back-end. As many as calls at a time is right; active near all of them means the limit is near.', 'short',
        [query(sum('instance, http_connection_state', of('http_client_open_connections')), '{{instance}} {{http_connection_state}}')]),
      lines('Opened per second', 8, 'Near 0 once warm. A rate like the request rate is a client made for each request.', 'cps',
        [query(opened, '{{instance}}')]),
      lines('Calls per new connection', 8, 'Thousands, or no line at all, where connections are kept; 1 to 4 where each request has its '
        + 'own. No line: none was opened.', 'short', [query(`${calls} / (${opened} > 0.01)`, '{{instance}}')], { log: true, dots: true }),
      lines('Time in the queue', 8, 'p50 and p95 of what a call waits for a connection: above 1 ms there are too few, or too many '
        + 'are new.', 's', [
        query(quantile(0.5, 'instance', 'http_client_request_time_in_queue_seconds'), '{{instance}} p50'),
        query(quantile(0.95, 'instance', 'http_client_request_time_in_queue_seconds'), '{{instance}} p95')], { log: true, dots: true }),
      lines('Life of a connection', 8, 'Mean of those that ended. Milliseconds is churn, minutes is the pool’s lifetime.', 's',
        [query(`${sum('instance', rate('http_client_connection_duration_seconds_sum'))} / `
          + `(${sum('instance', rate('http_client_connection_duration_seconds_count'))} > 0)`, '{{instance}}')], { log: true, dots: true }),
      lines('TIME_WAIT', 8, 'Connections closed by this side that keep their port for a minute, of the whole network namespace (Linux). '
        + 'At 28,000 to one address there is no port left.', 'short', [
        query(`max by (job) (${of('tcp_time_wait_sockets')})`, '{{job}}')],
      { target: 28000 }),
    ),
    row('The servers', 8,
      lines('Open', 8, 'Of the load tool at the front-end, of the front-end at the back-end.', 'short',
        [query(sum('job, instance', of('kestrel_active_connections')), '{{job}} {{instance}}')]),
      lines('Ended per second', 8, 'The other side of churn: the back-end sees each client made for a request come and go.', 'cps',
        [query(sum('job', rate('kestrel_connection_duration_seconds_count')), '{{job}}')]),
      lines('Waiting to be accepted', 8, 'Always 0, unless the server has no thread to accept with.', 'short',
        [query(sum('job, instance', of('kestrel_queued_connections')), '{{job}} {{instance}}')]),
    ),
    row('Failures', 8,
      lines('Calls that failed', 12, 'As the client says it: a status, or no connection at all.', 'cps',
        [query(sum('instance, error_type', rate('http_client_request_duration_seconds_count', 'error_type!=""')), '{{instance}} {{error_type}}')], { dots: true }),
      lines('Circuit', 12, '0 closed, 1 open: calls are not even tried. 2 half-open: one is. Only with resilience=standard.', 'short',
        [query(of('backend_circuit_state'), '{{instance}}')], { target: 1, max: 3 }),
    ),
  ],
});
