import { compareBy, dashboard, processesWith } from './dashboard.js';
import { lines, number, query, row, table } from './panels.js';
import { byValue, withLabels, quantile, rate, requests, sum } from './promql.js';

const event = 'http_route="/ingest/event"';
const ok = 'http_response_status_code="200"';
// The back-ends have no flags, so they are in the comparison by job only.
const compared = 'http_route=~"/ingest/.*",$by!=""';
const percentile = (q, range) => byValue(quantile(q, '$by', requests, compared, range));
const rateOf = more => byValue(sum('$by', rate(`${requests}_count`, `${compared},${more}`)));
const front = 'job=~"frontend-.*"';
const accepted = withLabels('instance:ingest_accepted:rate20s', front);
const opened = withLabels('instance:http_client_connections_opened:rate20s');
// Of processes that serve payloads only, with one value of the flag.
const cost = withLabels('instance_flag:process_cpu_seconds_per_request:alone6s', 'http_route=~"/ingest/.*",flag="$by"');
const parsed = sum('job', rate('ingest_payloads_parsed_total'));
// The query for the resident memory of a service: .NET and Go give this metric different names.
const resident = `sum by (job) (${withLabels('dotnet_process_memory_working_set_bytes')} or ${withLabels('process_resident_memory_bytes')})`;
const best = `max by (job) (max_over_time(${accepted}[$__range]))`;
const median = expr => `quantile_over_time(0.5, (${expr})[$__range:2s])`;

export const ingestion = dashboard({
  uid: 'ingestion',
  title: 'Ingestion',
  description: 'Payloads through both services, .NET and Go side by side, or the values of a flag: the cost of a payload, '
    + 'and the effect of more front-ends.',
  variables: [compareBy(['job', 'client', 'mode', 'resilience']),
    ...processesWith(`${requests}_count`, 'http_route=~"/ingest/.*"')],
  noValue: 'No payload was accepted in the time shown: make load SCENARIO=ingestion',
  rows: [
    row('Now', 4,
      number('Accepted', 6, 'Payloads per second that front-ends answered with 200, in .NET and in Go together.', 'reqps',
        `${sum('', accepted)} or vector(0)`),
      number('Refused or failed', 6, 'Share of payloads that were not accepted. 4xx: the payload is invalid. 5xx: the '
        + 'back-end failed.', 'percentunit',
        `(${sum('', rate(`${requests}_count`, `${event},http_response_status_code!="200"`))} or vector(0)) / `
        + `(${sum('', rate(`${requests}_count`, event))} > 0)`, { warn: 0.001, bad: 0.05, decimals: 1 }),
      number('Imbalance', 6, 'Rate of the busiest front-end divided by the mean rate of all front-ends that are not '
        + 'idle. At 100 %, all rates are equal.', 'percentunit',
        'max(job:ingest_imbalance:ratio_rate20s{job=~"$job"})', { warn: 1.2, bad: 1.5, decimals: 0 }),
      number('Front-ends', 6, 'Front-ends that currently accept payloads.', 'short', `count(${accepted}) or vector(0)`, { decimals: 0 }),
    ),
    row('Side by side, over the time shown', 6,
      table('Each value', 24, 'Medians over the times when payloads were accepted; compared by job, each service. CPU '
        + 'per payload includes only processes that served nothing else. For verdicts with intervals, run make study '
        + 'NAME=ingestion.', 'value', [
        { name: 'Accepted', unit: 'reqps', expr: median(`${rateOf(ok)} > 1`), bar: 'green' },
        { name: 'CPU per payload', unit: 's', expr: median(`avg by (value) (${cost})`), bar: 'orange' },
        { name: 'p50', unit: 's', expr: percentile(0.5, '$__range') },
        { name: 'p99', unit: 's', expr: percentile(0.99, '$__range') },
      ]),
    ),
    row('Throughput and scaling', 9,
      lines('Accepted per second', 8, 'Payloads per second, by front-end. Equal lines mean that the load balancer '
        + 'distributes evenly and no front-end is slower than another.', 'reqps',
        [query(accepted, '{{job}} {{instance}}')]),
      lines('Imbalance', 8, 'Rate of the busiest process of a service divided by the mean rate of all processes that '
        + 'are not idle. At 100 %, all rates are equal. The dashed line is 150 %.',
        'percentunit', [query('job:ingest_imbalance:ratio_rate20s{job=~"$job"}', '{{job}}')], { target: 1.5 }),
      lines('Scaling efficiency', 8, 'Throughput of all front-ends of a service, divided by their number and by the '
        + 'highest throughput of a single front-end in the time shown. At 100 %, three front-ends have three times '
        + 'the throughput of one.', 'percentunit',
        [query(`${sum('job', accepted)} / on (job) (count by (job) (${accepted}) * on (job) ${best})`, '{{job}}')], { softMax: 1 }),
      lines('Accepted and parsed', 8, 'Payloads that front-ends accept and that back-ends parse. Expect two equal '
        + 'lines for each language; otherwise payloads are lost.',
        'reqps', [query(sum('job', rate(`${requests}_count`, `${event},${ok}`)), '{{job}} accepted'),
          query(parsed, '{{job}} parsed')]),
      lines('Not accepted', 8, 'Failed requests by status. 4xx: the payload is invalid. 499: the client '
        + 'disconnected. 502: the back-end failed. 504: the back-end was too slow.', 'reqps',
        [query(byValue(sum('$by, http_response_status_code', rate(`${requests}_count`, `${compared},http_response_status_code!="200"`))),
          '{{value}} {{http_response_status_code}}')], { dots: true, noValue: 'No payload was refused.' }),
      lines('Latency', 8, 'Median and p99 of the requests. If only the p99 rises, the CPU limit or a garbage '
        + 'collection delays some of the requests.', 's', [
        query(percentile(0.5), '{{value}} p50'), query(percentile(0.99), '{{value}} p99')], { log: true }),
    ),
    row('Cost of a payload', 9,
      lines('CPU per payload', 12, 'Mean CPU time per payload, refused ones included, of the processes that serve only '
        + 'payloads, 50 per second or more. The work is equal in both languages: lower is cheaper.', 's',
        [query(`avg by (value) (${cost})`, '{{value}}')], { dots: true, log: true }),
      lines('Memory', 12, 'Resident memory of all processes of a service. A .NET process includes about 50 MB of '
        + 'mapped files, which processes share.', 'bytes',
        [query(resident, '{{job}}')], { log: true }),
    ),
    row('Connections to the back-end', 10,
      lines('Open', 8, 'Open connections. Expect as many as there are concurrent calls. If there are thousands, each '
        + 'request opens a connection.', 'short',
        [query(sum('job', withLabels('http_client_open_connections')), '{{job}}')]),
      lines('Opened per second', 8, 'New connections. Expect almost 0 after the warm-up. If there is one for each '
        + 'payload, a client is created for each payload, or the pool keeps too few connections.', 'cps',
        [query(sum('job', opened), '{{job}}')]),
      lines('TIME_WAIT', 8, 'Closed connections that keep their port for a minute, in the whole network namespace '
        + '(Linux). At 28,000 connections to one address, no port is left.', 'short',
        [query(`max by (job) (${withLabels('tcp_time_wait_sockets')})`, '{{job}}')], { target: 28000 }),
    ),
  ],
});
