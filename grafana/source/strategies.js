import { STRATEGIES } from '../../web/shared/series-styles.js';
import { ABOUT, EXAMPLE, ROUTE, columnsOf, having, recorded } from './alone.js';
import { compareBy, dashboard, instance, job, valuesOf, WIDTH } from './dashboard.js';
import { colourOf, coloured, heatMap, lines, linkTo, query, row, styled, table, timeline } from './panels.js';
import { byValue, quantile, requests, withLabels } from './promql.js';

const chosen = having('$by', '$value');
const rateOf = series => `rate(${withLabels(`${requests}_${series}`, chosen)}[$__rate_interval])`;

// Grafana chooses the color of a value that is not in web/shared/styles.json.
const colours = styled(STRATEGIES);
const colourOfName = Object.fromEntries(STRATEGIES.map(name => [name, colourOf(name)]));

const ofStrategies = (title, description, unit, queries, { width = WIDTH / 2, ...options } = {}) =>
  lines(title, width, description, unit, queries, { names: true, colours, ...options });

// The timeline below these four names the plateaus.
const STEPS = { width: WIDTH / 4, legend: false };

const whileAlone = (title, description, unit, quantity, options) => ofStrategies(title, description, unit,
  [query(`max by (value) (${recorded(quantity, '$by', '$value')})`, '{{value}}')], { ...STEPS, ...options });

export const strategies = dashboard({
  uid: 'strategies',
  title: 'Strategies',
  description: 'The ways of calling the back-end, side by side: strategies, or the values of another flag.',
  noValue: `No requests for customers in the time shown: make load, or ${EXAMPLE}`,
  variables: [compareBy(['strategy', 'client', 'fanout', 'resilience', 'http']), job, instance, valuesOf(ROUTE)],
  rows: [
    row('One value after another, each alone in its process', 8,
      whileAlone('Throughput', 'Requests per second. Each plateau is a value; the first and the last of make load are the '
        + 'same value, and show how far the machine wandered.', 'reqps', 'http_server_requests_alone:rate6s'),
      whileAlone('CPU per request', 'CPU time of the front-end for a request. A new process needs several times as much, '
        + 'until its methods are compiled.', 's', 'process_cpu_seconds_per_request:alone6s', { log: true }),
      ofStrategies('p99 latency', 'One request in a hundred takes longer than this. Blocking, and new formatters for '
        + 'each call, raise the p99 first. The dashed line is the limit of 100 ms.', 's',
        [query(byValue(quantile(0.99, '$by', requests, chosen)), '{{value}}')], { ...STEPS, target: 0.1, log: true }),
      whileAlone('Allocated per request', 'Bytes that the front-end allocates for a request.', 'bytes',
        'allocated_bytes_per_request:alone6s', { log: true }),
    ),
    row('', 6,
      timeline('What load sends', WIDTH, 'The variant that the load tool sends now: a bar for each. In a comparison, the '
        + 'turns are shorter than the time between two scrapes.', [
        query('max by (variant) (load_stage{phase!="warm-up"})', '{{variant}}'),
        query('max (load_stage{phase="warm-up"})', 'warm-up'),
      ], { colours: coloured(colourOfName), noValue: 'No load tool in the time shown: make load' }),
    ),
    row('', 12,
      table('Every value', 24, ABOUT, 'value', columnsOf('$by', '$value'), {
        link: linkTo('Only this one, with its heat map', 'strategies', 'var-by=${by}&var-value=${__value.raw}'),
        colours: colourOfName,
      }),
    ),
    row('All requests', 7,
      ofStrategies('Share of the requests', 'Share of the requests of a process that have a value, over 6 s. The '
        + 'table has the costs of a value that has 98 % for 6 s.', 'percentunit',
        [query(`max by (value) (${recorded('http_server_requests:share6s', '$by', '$value')})`, '{{value}}')], { max: 1 }),
      ofStrategies('Requests', 'Requests per second that the front-end answered. In a comparison, the variants take '
        + 'turns, so the line of a variant is low if its turns are short.', 'reqps',
        [query(`${byValue(`sum by ($by) (${rateOf('count')})`)} > 0`, '{{value}}')]),
      heatMap('Distribution of latency', WIDTH, 'Share of the requests with the chosen values in each latency '
        + 'bucket. A single narrow bright band is good. A second, higher band shows that requests are queued. A click on '
        + 'a name in the table chooses one value.',
        `sum by (le) (${rateOf('bucket')}) / on () group_left () (sum (${rateOf('count')}) > 0)`),
    ),
    row('Calls to the back-end', 7,
      ofStrategies('p95 to the first byte', 'Time from sending a request until its response headers arrive: the '
        + 'back-end’s processing and the wait for a connection. Each attempt of a call counts.', 's',
        [query(byValue(quantile(0.95, '$by', 'http_client_request_duration_seconds', 'strategy!="",$by!="",$by=~"$value"')), '{{value}}')],
        { log: true }),
      ofStrategies('p95 to the object', 'Time from the start of a call until the object is parsed. If it is far above the '
        + 'time to the first byte, the body arrives slowly or is parsed slowly, or the call is retried. Always by strategy.', 's',
        [query(quantile(0.95, 'strategy', 'backend_call_duration_seconds', 'strategy!=""'), '{{strategy}}')], { log: true }),
    ),
  ],
});
