import { STRATEGIES } from '../../web/shared/series-styles.js';
import { dashboard, instance, job, strategy } from './dashboard.js';
import { heatMaps, lines, linkTo, query, ribbons, row, styled, table } from './panels.js';
import { withLabels, quantile, rate, requests, sum } from './promql.js';

const one = 'strategy!="",strategy=~"$strategy"';
const answered = (list, range = '$__rate_interval') => `sum by (${list}) (rate(${withLabels(`${requests}_count`, one)}[${range}]))`;

// The figures of the report, which the load tool publishes for the strategies that it compares. A process reports one
// CPU time and one allocation for all strategies, so Prometheus cannot know the cost of a strategy: a trial can be
// shorter than the time between two scrapes.
const compared = 'variant=~"$strategy"';
const ofTarget = `${compared},process="target"`;
// If several comparisons are in the time range, the newest one counts.
const newest = 'topk(1, last_over_time(load_comparison_start_time_seconds[$__range]))';
const reported = (metric, labels = compared) => 'max by (strategy) (label_replace('
  + `last_over_time(${metric}{${labels}}[$__range]) and on (instance, scenario) ${newest}, "strategy", "$1", "variant", "(.*)"))`;
const lastTrial = (metric, labels = compared) => `max by (variant) (${metric}{${labels}})`;
const NOT_COMPARED = 'Not known without a comparison of strategies, because a process reports one CPU time and one '
  + 'allocation for all of them. Run one: make load';

// Grafana chooses the color of a strategy that is not in web/shared/styles.json.
const colours = styled(STRATEGIES);

export const strategies = dashboard({
  uid: 'strategies',
  title: 'Strategies',
  description: 'The strategies for calling the back-end, side by side.',
  noValue: 'No requests for customers in the time shown: make load',
  variables: [job, instance, strategy],
  rows: [
    row('Side by side, over the time shown', 13,
      table('Every strategy', 24, 'Throughput, CPU time and allocation are the figures of the newest comparison, as its '
        + 'report has them (make load). Percentiles include all requests that the front-end answered in the time shown. '
        + 'For verdicts with intervals, see the report.', 'strategy', [
        { name: 'Throughput', unit: 'reqps', expr: reported('load_variant_goodput'), bar: 'green' },
        { name: 'CPU per request', unit: 's', expr: reported('load_variant_cpu_seconds_per_request', ofTarget), bar: 'orange' },
        { name: 'Allocated per request', unit: 'bytes', expr: reported('load_variant_allocated_bytes_per_request', ofTarget), bar: 'purple' },
        { name: 'p50', unit: 's', expr: quantile(0.5, 'strategy', requests, one, '$__range') },
        { name: 'p95', unit: 's', expr: quantile(0.95, 'strategy', requests, one, '$__range') },
        { name: 'p99', unit: 's', expr: quantile(0.99, 'strategy', requests, one, '$__range') },
        { name: 'Requests', unit: 'short', decimals: 0, expr: `sum by (strategy) (increase(${withLabels(`${requests}_count`, one)}[$__range]))` },
      ], { link: linkTo('Only this strategy, with its heat map', 'strategies', 'var-strategy=${__value.raw}') }),
    ),
    // A legend has ten names. On a screen of 1024, half of the width would cut them off, so these panels have all of it.
    row('In each trial of the comparison', 9,
      ribbons('Order', 24, 'Which strategy the load tool measures. Warm-ups are left out. Trials that are shorter than '
        + 'the time between two scrapes (2 s) may be missing.',
        [query('max by (variant) (load_stage{phase!="warm-up"})', '{{variant}}')], { colours, noValue: NOT_COMPARED }),
      lines('Throughput', 24, 'Successful responses per second in the last trial of each strategy. With the same number '
        + 'of connections, a faster or cheaper strategy is higher.', 'reqps',
        [query(lastTrial('load_trial_goodput'), '{{variant}}')], { colours, noValue: NOT_COMPARED }),
      lines('CPU time per request', 24, 'CPU time of the front-end per response in the last trial of each strategy. The '
        + 'scale is logarithmic: each grid line is ten times the one before.', 's',
        [query(lastTrial('load_trial_cpu_seconds_per_request', ofTarget), '{{variant}}')],
        { log: true, colours, noValue: NOT_COMPARED }),
      lines('Allocated per request', 24, 'Bytes that the front-end allocated per response in the last trial of each '
        + 'strategy. A gap means that the runtime’s counter stood still, so that the value is not known.', 'bytes',
        [query(lastTrial('load_trial_allocated_bytes_per_request', ofTarget), '{{variant}}')],
        { log: true, colours, noValue: NOT_COMPARED }),
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
