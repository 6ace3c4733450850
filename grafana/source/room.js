import { STRATEGIES } from '../../web/shared/series-styles.js';
import { dashboard, instance, job, WIDTH, yours } from './dashboard.js';
import { bars, huge, row } from './panels.js';
import { errors, published, quantile, rate, requests, served, sum } from './promql.js';

// Only the requests for customers that the front-end answers have this label.
const front = 'strategy!=""';
const frontend = 'job="frontend-api"';
const NO_LOAD = 'No load';
const now = 'max by (variant) (load_stage) or on () '
  + `topk(1, label_replace(${sum('strategy', rate(`${requests}_count`, front))}, "variant", "$1", "strategy", "(.*)") > 0)`;

const verdict = more => published('variant, verdict', 'load_variant_verdict', more);
const ratio = bound => published('variant', 'load_variant_throughput_ratio', `bound="${bound}"`);
// The end of an interval as a label.
const end = bound => `on (variant) group_left (${bound}) count_values by (variant) ("${bound}", round(${ratio(bound)}, 0.01))`;
const told = `${ratio('value')} * on (variant) group_left (verdict) ${verdict('verdict!="withheld"')}`;
const chosen = `topk(1, ${told}) or bottomk(2, ${told}) or (${told} and on (variant) ${verdict('variant="$yours"')})`;
const measuring = `0 * topk(3, ${verdict('verdict!="baseline",variant!="$yours"')}) unless on () (${told})`;
const shown = [
  `label_join((${chosen}) * ${end('low')} * ${end('high')}, "interval", " to ", "low", "high")`,
  verdict('verdict="baseline"'), `0 * ${verdict('variant="$yours"')}`, `(${measuring})`,
];

// For a projector: /d/testbed-room?kiosk&var-yours=refit, on one screen of 1024 × 768. Each text is at least 3 % of the
// height of the screen.
export const room = dashboard({
  uid: 'room',
  title: 'Room',
  description: 'The strategies compared, for a projector.',
  variables: [yours, job, instance],
  rows: [
    row('', 4,
      huge('{{variant}}', 8, now, 'reqps', 'The strategy, or the variant, that runs now.', { isName: true, noValue: 'No load: make load' }),
      huge('throughput', 7, `${sum('', rate(`${requests}_count`, front))} > 0`, 'reqps',
        'Requests per second that the front-end answers.', { noValue: NO_LOAD }),
      huge('p99, ms', 5, `1000 * (${quantile(0.99, '', requests, front)})`, 'none', 'One request in a hundred takes longer.',
        { warn: 50, bad: 100, decimals: 1, noValue: NO_LOAD }),
      huge('errors', 4, `${sum('', rate(errors, frontend))} / (${sum('', rate(served, frontend))} > 0)`, 'percentunit',
        'Share of the front-end’s responses that are 5xx.', { warn: 0.001, bad: 0.02, decimals: 0, noValue: NO_LOAD }),
    ),
    row('', 13,
      bars(WIDTH, `sort_desc(${shown.join(' or on (variant) ')})`, '{{variant}} {{verdict}} {{interval}}', 'none',
        'Throughput, divided by the baseline’s, as the load tool published it at the end of its last comparison: the '
        + 'fastest, the baseline, yours and the two slowest. The name has the verdict and the interval. A grey bar tells '
        + 'nothing yet, or nothing at all.', { names: STRATEGIES, untold: ['measuring', 'not measured', 'cannot tell', 'withheld'],
          noValue: 'No comparison in the time shown: make load COMPARE=1' }),
    ),
  ],
});
