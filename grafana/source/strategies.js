import { dashboard, instance, job, strategy } from './dashboard.js';
import { heatMaps, lines, linkTo, query, ribbons, row, styled, table, WITNESS } from './panels.js';
import { withLabels, quantile, rate, requests, sum } from './promql.js';

const one = 'strategy!="",strategy=~"$strategy"';
const answered = (list, range = '$__rate_interval') => `sum by (${list}) (rate(${withLabels(`${requests}_count`, one)}[${range}]))`;

// A process has one CPU time and one allocation for all strategies, so its costs are those of a strategy while it is
// alone in the process (prometheus/rules/recording.yml), whatever sends the requests.
const alone = quantity => withLabels(`instance_strategy:${quantity}`, one);
const average = quantity => `avg by (strategy) (avg_over_time(${alone(quantity)}[$__range]))`;
const ALONE = { rate: 'http_server_requests_alone:rate20s', cpu: 'process_cpu_seconds_per_request:alone20s',
  allocation: 'allocated_bytes_per_request:alone20s', connections: 'connections_opened_per_request:alone20s' };
const TOO_FEW = 'Too few requests: send 50 per second or more of one strategy for 20 s, and little else, or make load';

// The load tool measures each trial itself, also in turns that are shorter than the time between two scrapes.
const ofTarget = 'variant=~"$strategy",process="target"';
const lastTrial = (metric, labels = 'variant=~"$strategy"') =>
  query(`max by (variant) (${metric}{${labels}})`, '{{variant}}, load tool');
const NOT_COMPARED = 'No comparison in the time shown: make load';

const costs = (title, quantity, unit, description, witness, options) => lines(title, 24, `${description} A line is what the `
  + 'process says of the last 20 s; a point is the last trial of a comparison of the load tool.', unit,
  [query(`avg by (strategy) (${alone(quantity)})`, '{{strategy}}'), ...witness], { colours: [...colours, ...WITNESS], noValue: TOO_FEW, ...options });

// Each strategy has the color that it has in the report. If a strategy is not listed here, Grafana chooses a color.
const OF_THE_SOURCES = ['webclient-sync', 'webclient-async', 'read-as-async', 'string-jsonconvert', 'read-as-async-2014'];
const NEWER = ['buffered-stj', 'headers-read-stj', 'get-stream-stj', 'get-from-json-reflection', 'get-from-json'];
const colours = styled([
  ...OF_THE_SOURCES.map(name => ({ name, group: 'sources' })), ...NEWER.map(name => ({ name, group: 'after' }))],
'string-jsonconvert', 'sources');

export const strategies = dashboard({
  uid: 'strategies',
  title: 'Strategies',
  description: 'The strategies for calling the back-end, side by side.',
  noValue: 'No requests for customers in the time shown: make load',
  variables: [job, instance, strategy],
  rows: [
    row('Side by side, over the time shown', 13,
      table('Every strategy', 24, 'Throughput, CPU time and allocation are averages over the times at which a strategy was '
        + 'alone in its process. Percentiles include all requests that the front-end answered in the time shown. To '
        + 'compare with intervals and verdicts: make load, and its report.', 'strategy', [
        { name: 'Throughput', unit: 'reqps', expr: average(ALONE.rate), bar: 'green' },
        { name: 'CPU per request', unit: 's', expr: average(ALONE.cpu), bar: 'orange' },
        { name: 'Allocated per request', unit: 'bytes', expr: average(ALONE.allocation), bar: 'purple' },
        { name: 'p50', unit: 's', expr: quantile(0.5, 'strategy', requests, one, '$__range') },
        { name: 'p95', unit: 's', expr: quantile(0.95, 'strategy', requests, one, '$__range') },
        { name: 'p99', unit: 's', expr: quantile(0.99, 'strategy', requests, one, '$__range') },
        { name: 'Requests', unit: 'short', decimals: 0, expr: `sum by (strategy) (increase(${withLabels(`${requests}_count`, one)}[$__range]))` },
      ], { link: linkTo('Only this strategy, with its heat map', 'strategies', 'var-strategy=${__value.raw}') }),
    ),
    // A legend has ten names. On a screen of 1024, half of the width would cut them off, so these panels have all of it.
    row('While a strategy is alone', 9,
      ribbons('Order', 24, 'Which strategy the load tool measures. Warm-ups are left out. Trials that are shorter than '
        + 'the time between two scrapes (2 s) may be missing.',
        [query('max by (variant) (load_stage{phase!="warm-up"})', '{{variant}}')], { colours, noValue: NOT_COMPARED }),
      lines('Share of the requests', 24, 'Share of the requests of a process that are of a strategy, over 5 s. The panels '
        + 'below need 98 % for 20 s.', 'percentunit',
        [query(`max by (strategy) (${alone('http_server_requests:share5s')})`, '{{strategy}}')], { max: 1, colours }),
      costs('Throughput', ALONE.rate, 'reqps', 'Requests per second. With the same number of connections, a faster or '
        + 'cheaper strategy is higher.', [lastTrial('load_trial_goodput')]),
      costs('CPU time per request', ALONE.cpu, 's', 'CPU time of the front-end per request. What it uses without requests '
        + 'is part of it: 13 ms per second in one measurement, with a scrape every 2 s. The scale is logarithmic.',
        [lastTrial('load_trial_cpu_seconds_per_request', ofTarget)], { log: true }),
      costs('Allocated per request', ALONE.allocation, 'bytes', 'Bytes that the front-end allocates per request. A gap means '
        + 'that the runtime’s counter stood still, so that the value is not known.',
        [lastTrial('load_trial_allocated_bytes_per_request', ofTarget)], { log: true }),
      costs('Connections opened per request', ALONE.connections, 'short', 'Connections to the back-end that the front-end '
        + 'opens per request. With a client that is shared, there are next to none.', []),
    ),
    row('All requests', 9,
      lines('Requests', 24, 'Requests per second that the front-end answered. In a comparison, the strategies take '
        + 'turns, so the line of a strategy is low if its turns are short.', 'reqps',
        [query(`${answered('strategy')} > 0`, '{{strategy}}')], { colours }),
      lines('p50 latency', 24, 'Half of the requests take longer than the value. The scale is logarithmic.', 's',
        [query(quantile(0.5, 'strategy', requests, one), '{{strategy}}')], { log: true, colours }),
      lines('p95 latency', 24, 'One request in twenty takes longer than the value.', 's',
        [query(quantile(0.95, 'strategy', requests, one), '{{strategy}}')], { log: true, colours }),
      lines('p99 latency', 24, 'One request in a hundred takes longer than the value. Blocking, and new formatters for '
        + 'each call, raise the p99 first. The dashed line is the limit of 100 ms.', 's',
        [query(quantile(0.99, 'strategy', requests, one), '{{strategy}}')], { target: 0.1, log: true, colours }),
    ),
    row('Calls to the back-end', 10,
      lines('Total calls', 6, 'Calls of all strategies since the start of each front-end, with failures.', 'short',
        [query(withLabels('instance:backend_calls:total'), '{{instance}}')]),
      lines('Calls per second', 6, 'Expect two to four calls per request. Retries are part of a call.', 'cps',
        [query(withLabels('instance:backend_calls:rate20s'), '{{instance}}')]),
      lines('Average call', 6, 'Mean time from the start of a call to the parsed object. A single slow strategy '
        + 'raises the mean.', 's',
        [query(withLabels('instance:backend_call_duration_seconds:mean20s'), '{{instance}}')], { log: true }),
      lines('Last call', 6, 'Duration of the latest of thousands of calls: look at the range of the points and not '
        + 'at a single point.', 's',
        [query(withLabels('instance:backend_call_duration_seconds:last'), '{{instance}}')], { log: true, dots: true }),
      lines('p95 to the first byte', 24, 'Time from the send of a request until its response headers arrive: the '
        + 'back-end’s processing and the wait for a connection. Each attempt of a call counts.', 's',
        [query(quantile(0.95, 'strategy', 'http_client_request_duration_seconds', one), '{{strategy}}')], { log: true, colours }),
      lines('p95 to the object', 24, 'Time from the start of a call until the object is parsed. If it is far above the '
        + 'time to the first byte, the body arrives slowly or is parsed slowly, or the call is retried.', 's',
        [query(quantile(0.95, 'strategy', 'backend_call_duration_seconds', one), '{{strategy}}')], { log: true, colours }),
    ),
    row('Distribution of latency', 6,
      heatMaps('$strategy', 8, 'Share of requests in each latency bucket over time, with the same color scale for all '
        + 'strategies. A single narrow bright band is good. A second, higher band shows that requests are queued.',
        `sum by (le) (rate(${withLabels(`${requests}_bucket`, 'strategy="$strategy"')}[$__rate_interval])) / on () group_left () `
        + `(sum (rate(${withLabels(`${requests}_count`, 'strategy="$strategy"')}[$__rate_interval])) > 0)`, 'strategy'),
    ),
  ],
});
