import { ABOUT, EXAMPLE, columnsOf, having } from './alone.js';
import { dashboard, WIDTH } from './dashboard.js';
import { lines, query, row, table } from './panels.js';
import { occurring, quantile, rate, requests, sum, withLabels } from './promql.js';

const opened = withLabels('instance:http_client_connections_opened:rate20s');
const sent = 'http_client_request_duration_seconds_count';

// The flags that the dashboard is about, with any load.
const compared = (title, flag, about, example) => table(title, WIDTH, `${about} ${ABOUT}`, 'value', columnsOf(flag),
  { noValue: `No requests for customers in the time shown: ${EXAMPLE}?${flag}=${example}` });

export const connections = dashboard({
  uid: 'connections',
  title: 'Connections',
  description: 'Whether connections are kept and reused, by the front-end’s clients and by both servers; and what resilience '
    + 'makes of failures.',
  noValue: 'No connection of this kind in the time shown. One client for each request opens many: '
    + 'make load SCENARIO=ingestion',
  rows: [
    row('By client, while it is alone in its process, whoever sends the requests', 7,
      compared('Each client', 'client', 'Clients that keep their connections open almost none; one client for each '
        + 'request opens one to three.', 'per-request'),
    ),
    row('By resilience, while it is alone in its process, whoever sends the requests', 7,
      compared('Each resilience', 'resilience', 'What retries, hedging and a circuit breaker cost.', 'hedging'),
    ),
    row('The front-end’s clients', 10,
      lines('Open', 8, 'Connections to the back-end. Expect as many as there are concurrent calls. If almost all are '
        + 'active, the limit is near.', 'short',
        [query(sum('job, instance, http_connection_state', withLabels('http_client_open_connections')), '{{job}} {{instance}} {{http_connection_state}}')]),
      lines('Opened per second', 8, 'New connections to the back-end. Expect almost 0 after the warm-up. If there is '
        + 'one for each request, a client is created for each request.', 'cps',
        [query(opened, '{{job}} {{instance}}')]),
      lines('Time in the queue', 8, 'p50 and p95 of the time that a call waits for a connection. Above 1 ms, there are '
        + 'too few connections, or too many of them are new.', 's', [
        query(quantile(0.5, 'job, instance', 'http_client_request_time_in_queue_seconds'), '{{job}} {{instance}} p50'),
        query(quantile(0.95, 'job, instance', 'http_client_request_time_in_queue_seconds'), '{{job}} {{instance}} p95')], { log: true, dots: true }),
      lines('Connection lifetime', 12, 'Mean lifetime of closed connections. Milliseconds mean that connections are not '
        + 'reused. Minutes mean that the pool closes connections after their configured lifetime.', 's',
        [query(`${sum('job, instance', rate('http_client_connection_duration_seconds_sum'))} / `
          + `(${sum('job, instance', rate('http_client_connection_duration_seconds_count'))} > 0)`, '{{job}} {{instance}}')], { log: true, dots: true }),
      lines('TIME_WAIT', 12, 'Closed connections that keep their port for a minute, in the whole network namespace '
        + '(Linux). At 28,000 connections to one address, no port is left.', 'short', [
        query(`max by (job) (${withLabels('tcp_time_wait_sockets')})`, '{{job}}')],
      { target: 28000 }),
    ),
    // The four counters that the source (Byterot, 2014) kept for each host that a client calls.
    row('Calls to the back-end', 10,
      lines('Total calls', 6, 'Calls of all strategies since the start of each front-end, failures included.', 'short',
        [query(withLabels('instance:backend_calls:total'), '{{job}} {{instance}}')]),
      lines('Calls per second', 6, 'Expect two to four calls per request. Retries are part of a call.', 'cps',
        [query(withLabels('instance:backend_calls:rate20s'), '{{job}} {{instance}}')]),
      lines('Average call', 6, 'Mean time from the start of a call to the parsed object. A single slow strategy '
        + 'raises the mean.', 's',
        [query(withLabels('instance:backend_call_duration_seconds:mean20s'), '{{job}} {{instance}}')], { log: true }),
      lines('Last call', 6, 'Duration of the latest of thousands of calls: look at the range of the points, not '
        + 'at a single point.', 's',
        [query(withLabels('instance:backend_call_duration_seconds:last'), '{{job}} {{instance}}')], { log: true, dots: true }),
    ),
    row('The servers', 10,
      lines('Open', 6, 'Connections from the load tool to the front-end, and from the front-end to the back-end.', 'short',
        [query(sum('job, instance', withLabels('kestrel_active_connections')), '{{job}} {{instance}}')]),
      lines('Closed per second', 6, 'Connections that ended at the servers. If the front-end creates a client for each '
        + 'request, the back-end’s line rises.', 'cps',
        [query(sum('job', rate('kestrel_connection_duration_seconds_count')), '{{job}}')]),
      lines('Waiting to be accepted', 6, 'Connections that the server has not accepted yet. Expect 0: with more, the '
        + 'server has no free thread to accept connections.', 'short',
        [query(sum('job, instance', withLabels('kestrel_queued_connections')), '{{job}} {{instance}}')]),
      lines('Rejected per second', 6, 'Connections that the server closed at once, because as many were open as '
        + 'Limits:Connections allows. Expect 0: these callers get no answer at all.', 'cps',
        [query(sum('job, instance', rate('kestrel_rejected_connections_total')), '{{job}} {{instance}}')]),
    ),
    row('Failures', 10,
      lines('Failed requests', 8, 'Requests to the back-end that got an error status or no response, by resilience. '
        + 'Each attempt of a call counts.', 'reqps',
        [query(sum('resilience, error_type, http_response_status_code', rate(sent, 'http_response_status_code!~"2..|3.."')),
          '{{resilience}} {{error_type}}{{http_response_status_code}}')],
        { dots: true, noValue: 'No request to the back-end has failed.' }),
      lines('Sent for each request', 8, 'Requests to the back-end for each request for a customer: two to four, and more '
        + 'with retries or hedging.', 'short',
        [query(`${sum('resilience', rate(sent, 'strategy!="",resilience!=""'))} / `
          + `(${sum('resilience', rate(`${requests}_count`, having('resilience')))} > 0)`, '{{resilience}}')], { dots: true }),
      lines('Circuits opened', 8, 'How often a circuit breaker has opened, per second. It rejects calls for 5 s, and '
        + 'opens again if the call that it then tries fails. Each client with resilience=standard or hedging has a '
        + 'circuit, for reads and posts together.',
        'ops',
        [query(occurring('job, instance, pipeline_name', 'resilience_polly_strategy_events_total', 'event_name="OnCircuitOpened"'),
          '{{job}} {{instance}} {{pipeline_name}}')],
        { dots: true, noValue: 'No circuit has opened.' }),
    ),
  ],
});
