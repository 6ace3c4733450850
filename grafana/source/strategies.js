import { STRATEGIES } from '../../web/shared/series-styles.js';
import { compareBy, dashboard, instance, job, valuesOf, WIDTH } from './dashboard.js';
import { colourOf, heatMap, lines, linkTo, query, row, styled, table, WITNESS } from './panels.js';
import { asValues, byValue, withLabels, quantile, requests } from './promql.js';

const ROUTE = '/api/customer/.+';
const chosen = '$by!="",$by=~"$value"';
const shown = `http_route=~"${ROUTE}",${chosen}`;
const bucketed = `sum by (le) (rate(${withLabels(`${requests}_bucket`, shown)}[$__rate_interval]))`;
const percentile = (q, range) => byValue(quantile(q, '$by', requests, shown, range));
const countOf = (change, range) => byValue(`sum by ($by) (${change}(${withLabels(`${requests}_count`, shown)}[${range}]))`);

// A process has one CPU time and one allocation for all requests, so its costs are those of a value while that is alone
// in the process (prometheus/rules/recording.yml), whatever sends the requests.
const alone = quantity => withLabels(`instance_flag:${quantity}`, `http_route=~"${ROUTE}",flag="$by",value=~"$value"`);
const ALONE = { rate: 'http_server_requests_alone:rate20s', cpu: 'process_cpu_seconds_per_request:alone20s',
  allocation: 'allocated_bytes_per_request:alone20s', connections: 'connections_opened_per_request:alone20s' };
const TOO_FEW = 'Too few requests: send 50 per second or more with one value for 20 s, and little else, or make load';

// The load tool measures each trial itself, also in turns that are shorter than the time between two scrapes.
const ofTarget = 'variant=~"$value",process="target"';
const goodput = 'load_trial_goodput{variant=~"$value"}';
const cpu = `load_trial_cpu_seconds_per_request{${ofTarget}}`;
const allocated = `load_trial_allocated_bytes_per_request{${ofTarget}}`;
const lastTrial = metric => query(`max by (variant) (${metric})`, '{{variant}}, load tool');

const average = (quantity, trials) => `avg by (value) (avg_over_time(${alone(quantity)}[$__range])) or `
  + asValues(`avg_over_time(${trials}[$__range])`);

const ofStrategies = (title, description, unit, queries, options) =>
  lines(title, WIDTH / 2, description, unit, queries, { names: true, colours, ...options });

const costs = (title, quantity, unit, description, witness, options) => ofStrategies(title, `${description} A line shows `
  + 'the last 20 s, as the process counts them; a point, the last trial of a comparison by the load tool.', unit,
  [query(`avg by (value) (${alone(quantity)})`, '{{value}}'), ...witness],
  { colours: [...colours, ...WITNESS], noValue: TOO_FEW, ...options });

// Grafana chooses the color of a value that is not in web/shared/styles.json.
const colours = styled(STRATEGIES);

export const strategies = dashboard({
  uid: 'strategies',
  title: 'Strategies',
  description: 'The ways of calling the back-end, side by side: strategies, or the values of another flag.',
  noValue: 'No requests for customers in the time shown: make load',
  variables: [compareBy(['strategy', 'client', 'fanout', 'resilience', 'http']), job, instance, valuesOf(ROUTE)],
  rows: [
    row('Side by side, over the time shown', 13,
      table('Every value', 24, 'Throughput, CPU time and allocation are averages over the times when a value was '
        + 'alone in its process or, if it never was, over the load tool’s trials of it. Percentiles include all '
        + 'requests that the front-end answered in the time shown. For intervals and verdicts, see the report of make load.', 'value', [
        { name: 'Throughput', unit: 'reqps', expr: average(ALONE.rate, goodput), bar: 'green' },
        { name: 'CPU per request', unit: 's', expr: average(ALONE.cpu, cpu), bar: 'orange' },
        { name: 'Allocated per request', unit: 'bytes', expr: average(ALONE.allocation, allocated), bar: 'purple' },
        { name: 'p50', unit: 's', expr: percentile(0.5, '$__range') },
        { name: 'p95', unit: 's', expr: percentile(0.95, '$__range') },
        { name: 'p99', unit: 's', expr: percentile(0.99, '$__range') },
        { name: 'Requests', unit: 'short', decimals: 0, expr: countOf('increase', '$__range') },
      ], {
        link: linkTo('Only this one, with its heat map', 'strategies', 'var-by=${by}&var-value=${__value.raw}'),
        colours: Object.fromEntries(STRATEGIES.map(name => [name, colourOf(name)])),
      }),
    ),
    row('While a value is alone', 7,
      costs('Throughput', ALONE.rate, 'reqps', 'Requests per second. With the same number of connections, what is faster '
        + 'or cheaper is higher.', [lastTrial(goodput)]),
      costs('CPU time per request', ALONE.cpu, 's', 'CPU time of the front-end per request. What it uses without requests '
        + 'is part of it: 13 ms per second in one measurement, with a scrape every 2 s. The scale is logarithmic.',
        [lastTrial(cpu)], { log: true }),
      costs('Allocated per request', ALONE.allocation, 'bytes', 'Bytes that the front-end allocates per request. A gap means '
        + 'that the runtime’s counter stood still, so that the value is not known.',
        [lastTrial(allocated)], { log: true }),
      costs('Connections opened per request', ALONE.connections, 'short', 'Connections to the back-end that the front-end '
        + 'opens per request. With a shared client, it opens hardly any.', []),
    ),
    row('All requests', 7,
      ofStrategies('Share of the requests', 'Share of the requests of a process that have a value, over 5 s. The '
        + 'panels above show a value that has 98 % for 20 s.', 'percentunit',
        [query(`max by (value) (${alone('http_server_requests:share5s')})`, '{{value}}')], { max: 1 }),
      ofStrategies('Requests', 'Requests per second that the front-end answered. In a comparison, the variants take '
        + 'turns, so the line of a variant is low if its turns are short.', 'reqps',
        [query(`${countOf('rate', '$__rate_interval')} > 0`, '{{value}}')]),
      ofStrategies('p99 latency', 'One request in a hundred takes longer than this. Blocking, and new formatters for '
        + 'each call, raise the p99 first. The dashed line is the limit of 100 ms.', 's',
        [query(percentile(0.99), '{{value}}')], { target: 0.1, log: true }),
      heatMap('Distribution of latency', WIDTH / 2, 'Share of the requests with the chosen values in each latency '
        + 'bucket. A single narrow bright band is good. A second, higher band shows that requests are queued. A click on '
        + 'a name in the table chooses one value.',
        `${bucketed} / on () group_left () (sum (rate(${withLabels(`${requests}_count`, shown)}[$__rate_interval])) > 0)`),
    ),
    row('Calls to the back-end', 7,
      ofStrategies('p95 to the first byte', 'Time from sending a request until its response headers arrive: the '
        + 'back-end’s processing and the wait for a connection. Each attempt of a call counts.', 's',
        [query(byValue(quantile(0.95, '$by', 'http_client_request_duration_seconds', `strategy!="",${chosen}`)), '{{value}}')], { log: true }),
      ofStrategies('p95 to the object', 'Time from the start of a call until the object is parsed. If it is far above the '
        + 'time to the first byte, the body arrives slowly or is parsed slowly, or the call is retried. Always by strategy.', 's',
        [query(quantile(0.95, 'strategy', 'backend_call_duration_seconds', 'strategy!=""'), '{{strategy}}')], { log: true }),
    ),
  ],
});
