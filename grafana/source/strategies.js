import { dashboard, instance, job, strategy } from './dashboard.js';
import { coloured, heat, lines, query, row, table } from './panels.js';
import { of, quantile, rate, requests, sum } from './promql.js';

const one = 'strategy!="",strategy=~"$strategy"';
const alone = name => of(`instance_strategy:${name}:rate4s`, 'strategy=~"$strategy"');
const answered = (list, range = '$__rate_interval') => `sum by (${list}) (rate(${of(`${requests}_count`, one)}[${range}]))`;
// The median: a cold start or a second without load is not what the strategy costs.
const usual = name => `avg by (strategy) (quantile_over_time(0.5, ${alone(name)}[$__range]))`;
const WHILE_ALONE = 'Only while it has a front-end for itself (95 % of its requests): a process’s cost has no label.';

// One colour each, in every panel; kin are alike. One that is not here gets a colour of Grafana's.
const colours = coloured({
  'webclient-sync': 'dark-red', 'webclient-async': '#FF7383', 'read-as-async-2014': 'purple', 'read-as-async': '#DEB6F2',
  'string-jsonconvert': 'orange', 'buffered-stj': 'yellow', 'headers-read-stj': 'green', 'get-stream-stj': '#33C9C9',
  'get-from-json': 'blue',
});

export const strategies = dashboard({
  uid: 'strategies',
  title: 'Strategies',
  description: 'The ways of calling the back-end, side by side.',
  variables: [job, instance, strategy],
  rows: [
    row('Side by side, over the time shown', 11,
      table('Every strategy', 24, 'Throughput and costs are those of the times when the strategy had a front-end for itself; '
        + 'percentiles are of all its requests. For a verdict with intervals run the comparison.', 'strategy', [
        { name: 'Throughput', unit: 'reqps', expr: usual('http_server_requests_alone'), bar: 'green' },
        { name: 'CPU per request', unit: 's', expr: usual('cpu_seconds_per_request'), bar: 'orange' },
        { name: 'Allocated per request', unit: 'bytes', expr: usual('allocated_bytes_per_request'), bar: 'purple' },
        { name: 'p50', unit: 's', expr: quantile(0.5, 'strategy', requests, one, '$__range') },
        { name: 'p95', unit: 's', expr: quantile(0.95, 'strategy', requests, one, '$__range') },
        { name: 'p99', unit: 's', expr: quantile(0.99, 'strategy', requests, one, '$__range') },
        { name: 'Requests', unit: 'short', decimals: 0, expr: `sum by (strategy) (increase(${of(`${requests}_count`, one)}[$__range]))` },
      ]),
    ),
    row('Over time', 9,
      lines('Throughput', 12, 'How high each goes while its turn lasts. Equal connections: the higher, the cheaper or the quicker.', 'reqps',
        [query(`${answered('strategy')} > 0`, '{{strategy}}')], { colours }),
      lines('p50 latency', 12, 'The usual request. Logarithmic: one step of the grid is ten times.', 's',
        [query(quantile(0.5, 'strategy', requests, one), '{{strategy}}')], { log: true, colours }),
      lines('p95 latency', 12, 'One request in twenty takes longer.', 's',
        [query(quantile(0.95, 'strategy', requests, one), '{{strategy}}')], { log: true, colours }),
      lines('p99 latency', 12, 'One in a hundred takes longer. Blocking and formatters made for each call show here first. The dashed line '
        + 'is the target of 100 ms.', 's', [query(quantile(0.99, 'strategy', requests, one), '{{strategy}}')], { target: 0.1, log: true, colours }),
    ),
    row('What a request costs the front-end', 9,
      lines('CPU seconds per request', 12, WHILE_ALONE, 's',
        [query(`avg by (strategy) (${alone('cpu_seconds_per_request')})`, '{{strategy}}')], { dots: true, log: true, colours }),
      lines('Bytes allocated per request', 12, WHILE_ALONE, 'bytes',
        [query(`avg by (strategy) (${alone('allocated_bytes_per_request')})`, '{{strategy}}')], { dots: true, colours }),
    ),
    row('Calls to the back-end', 8,
      lines('Calls, in all', 6, 'Since each front-end’s start, of every strategy, failures and tries included.', 'short',
        [query(of('instance:backend_calls:total'), '{{instance}}')]),
      lines('Calls per second', 6, 'Two to four for a request. More are tries that were made again.', 'cps',
        [query(of('instance:backend_calls:rate20s'), '{{instance}}')]),
      lines('Average call', 6, 'From the strategy’s start to the object. One slow strategy is enough to lift it.', 's',
        [query(of('instance:backend_call_duration_seconds:mean20s'), '{{instance}}')], { log: true }),
      lines('Last call', 6, 'One of thousands: it jumps, and its range is worth more than its place.', 's',
        [query(of('instance:backend_call_duration_seconds:last'), '{{instance}}')], { log: true, dots: true }),
      lines('p95 to the first byte', 12, 'Until the headers are there: what the back-end takes, and the wait for a connection.', 's',
        [query(quantile(0.95, 'strategy', 'backend_call_time_to_first_byte_seconds', one), '{{strategy}}')], { log: true, colours }),
      lines('p95 to the object', 12, 'The same calls to their end. Far above the first byte: the body comes slowly, or is parsed slowly.', 's',
        [query(quantile(0.95, 'strategy', 'backend_call_duration_seconds', one), '{{strategy}}')], { log: true, colours }),
    ),
    row('Where its requests lie', 6,
      heat('$strategy', 8, 'Share of the requests of each moment in each span of latency; one colour scale for all. One narrow '
        + 'bright band is what you want; a second one above it is a queue.',
        `sum by (le) (rate(${of(`${requests}_bucket`, 'strategy="$strategy"')}[$__rate_interval])) / on () group_left () `
        + `(sum (rate(${of(`${requests}_count`, 'strategy="$strategy"')}[$__rate_interval])) > 0)`, 'strategy'),
    ),
  ],
});
