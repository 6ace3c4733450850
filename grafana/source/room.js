import { STRATEGIES } from '../../web/shared/series-styles.js';
import { columnsOf, recorded } from './alone.js';
import { dashboard, instance, job, WIDTH } from './dashboard.js';
import { bars, huge, row } from './panels.js';
import { errors, quantile, rate, requests, served, sum } from './promql.js';

// Only the requests for customers that the front-end answers have this label.
const front = 'strategy!=""';
const frontend = 'job="frontend-api"';
const NO_LOAD = 'No load';
const now = 'max by (variant) (load_stage) or on () '
  + `topk(1, label_replace(${sum('strategy', rate(`${requests}_count`, front))}, "variant", "$1", "strategy", "(.*)") > 0)`;

const [{ expr: throughput }] = columnsOf('strategy');
const lastAlone = 'max by (value) (max_over_time(timestamp('
  + `${recorded('http_server_requests_alone:rate6s', 'strategy')})[$__range:2s]))`;

// For a projector: /d/testbed-room?kiosk, on one screen of 1024 × 768. Each text is at least 3 % of the
// height of the screen.
export const room = dashboard({
  uid: 'room',
  title: 'Room',
  description: 'The strategy that runs now, and those before it, for a projector.',
  variables: [job, instance],
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
      bars(WIDTH, `sort_desc(${throughput} and on (value) topk(5, ${lastAlone}))`, '{{value}}, req/s', 'none',
        'Requests per second of the last five strategies while each was alone, in the time shown.',
        { names: STRATEGIES, noValue: 'No strategy was alone for 6 s in the time shown: make load' }),
    ),
  ],
});
