import { dashboard, processesWith } from './dashboard.js';
import { lines, number, query, row, table } from './panels.js';
import { of, quantile, rate, requests, sum } from './promql.js';

const event = 'http_route="/ingest/event"';
const front = 'job=~"frontend-.*"';
const accepted = of('instance:ingest_accepted:rate20s', front);
const opened = of('instance:http_client_connections_opened:rate20s');
const cost = of('instance:ingest_cpu_seconds_per_item:rate20s');
const parsed = sum('job', rate('ingest_payloads_parsed_total'));
// In whichever language.
const resident = `sum by (job) (${of('dotnet_process_memory_working_set_bytes')} or ${of('process_resident_memory_bytes')})`;
const best = `max by (job) (max_over_time(${accepted}[$__range]))`;
const usual = (by, metric) => `${by} by (job) (quantile_over_time(0.5, ${of(metric)}[$__range]))`;

export const ingestion = dashboard({
  uid: 'ingestion',
  title: 'Ingestion',
  description: 'Payloads through both tiers, .NET and Go side by side: what one costs, and what more front-ends bring.',
  variables: processesWith(`${requests}_count`, 'http_route=~"/ingest/.*"'),
  rows: [
    row('Now', 4,
      number('Accepted', 6, 'Payloads that a front-end answered 200 for, a second, in all languages.', 'reqps', `${sum('', accepted)} or vector(0)`),
      number('Refused or failed', 6, 'Share of the events that were not accepted. 4xx is the payload’s fault, 5xx the back-end’s.', 'percentunit',
        `(${sum('', rate(`${requests}_count`, `${event},http_response_status_code!="200"`))} or vector(0)) / `
        + `(${sum('', rate(`${requests}_count`, event))} > 0)`, { warn: 0.001, bad: 0.05, decimals: 1 }),
      number('Imbalance', 6, 'The busiest front-end by the mean, where it is worst. 100 % is even, and those that take nothing do not count.', 'percentunit',
        'max(job:ingest_imbalance:ratio_rate20s{job=~"$job"})', { warn: 1.2, bad: 1.5, decimals: 0 }),
      number('Front-ends', 6, 'Those that accept anything.', 'short', `count(${accepted}) or vector(0)`, { decimals: 0 }),
    ),
    row('Side by side, over the time shown', 6,
      table('Each tier', 24, 'Medians of the time in which it took anything. CPU is for each payload, of the processes that did nothing else. '
        + 'For a verdict with intervals run the comparison.', 'job', [
        { name: 'Accepted', unit: 'reqps', expr: usual('sum', 'instance:ingest_accepted:rate20s'), bar: 'green' },
        { name: 'CPU per payload', unit: 's', expr: usual('avg', 'instance:ingest_cpu_seconds_per_item:rate20s'), bar: 'orange' },
        { name: 'p50', unit: 's', expr: quantile(0.5, 'job', requests, 'http_route=~"/ingest/.*"', '$__range') },
        { name: 'p99', unit: 's', expr: quantile(0.99, 'job', requests, 'http_route=~"/ingest/.*"', '$__range') },
        { name: 'Memory', unit: 'bytes', expr: resident },
      ]),
    ),
    row('Throughput and scaling', 9,
      lines('Accepted per second', 8, 'By front-end. Equal heights: the balancer spreads evenly, and none is slower than its like.', 'reqps',
        [query(accepted, '{{job}} {{instance}}')]),
      lines('Imbalance', 8, 'The busiest of a tier by the mean of those that take anything: 100 % is even. The dashed line is half as much again.',
        'percentunit', [query('job:ingest_imbalance:ratio_rate20s{job=~"$job"}', '{{job}}')], { target: 1.5 }),
      lines('Scaling efficiency', 8, 'What all front-ends of a tier accept, by what they would if each did what the best of them ever did in the '
        + 'time shown. It starts from one that is alone: 100 % of three is three times that.', 'percentunit',
        [query(`${sum('job', accepted)} / on (job) (count by (job) (${accepted}) * on (job) ${best})`, '{{job}}')], { softMax: 1 }),
      lines('Accepted and parsed', 8, 'What front-ends accept and what back-ends parse, of a language: one line hides the other, or something is lost.',
        'reqps', [query(sum('job', rate(`${requests}_count`, `${event},http_response_status_code="200"`)), '{{job}} accepted'),
          query(parsed, '{{job}} parsed')]),
      lines('Not accepted', 8, 'By status. 4xx is the payload’s fault; 502 a back-end that is gone, 504 one too slow, 499 a caller that left.', 'reqps',
        [query(sum('job, http_response_status_code', rate(`${requests}_count`, 'http_route=~"/ingest/.*",http_response_status_code!="200"')),
          '{{job}} {{http_response_status_code}}')], { dots: true }),
      lines('Latency', 8, 'Median and p99 of events. A p99 that leaves the median behind is a limit on CPU, or a pause.', 's', [
        query(quantile(0.5, 'job', requests, event), '{{job}} p50'), query(quantile(0.99, 'job', requests, event), '{{job}} p99')], { log: true }),
    ),
    row('What a payload costs', 9,
      lines('CPU per payload', 12, 'Mean of a tier’s processes, of those that did nothing else. Equal work: the lower, the cheaper.', 's',
        [query(`avg by (job) (${cost})`, '{{job}}')], { dots: true, log: true }),
      lines('Memory', 12, 'Resident, of a tier’s processes together. A .NET process maps some 50 MB of files, which all of them share.', 'bytes',
        [query(resident, '{{job}}')], { log: true }),
    ),
    row('Connections to the back-end', 8,
      lines('Open', 8, 'As many as calls at a time is right. Thousands: each request makes its own, and so does its client.', 'short',
        [query(sum('job', of('http_client_open_connections')), '{{job}}')]),
      lines('Opened per second', 8, 'Near 0 once warm. A rate like that of the events is a client made for each, or a pool that keeps too few.', 'cps',
        [query(sum('job', opened), '{{job}}')]),
      lines('TIME_WAIT', 8, 'Connections that keep their port for a minute, of the whole network namespace (Linux). '
        + 'At 28,000 to one address there is no port left.', 'short',
        [query(`max by (job) (${of('tcp_time_wait_sockets')})`, '{{job}}')], { target: 28000 }),
    ),
  ],
});
