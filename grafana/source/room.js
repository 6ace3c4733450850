import { STRATEGIES } from '../../web/shared/series-styles.js';
import { dashboard, WIDTH } from './dashboard.js';
import { bars, huge, row } from './panels.js';
import { asValues, errors, quantile, rate, requests, served, sum } from './promql.js';

// Only the requests for customers that the front-end answers have this label.
const front = 'strategy!=""';
const frontend = 'job="frontend-api"';
const NO_LOAD = 'no load: make load';

// Trials of the load tool if there are any. Otherwise strategies that were alone in their process, whatever sent the
// requests. Both together would compare different numbers of connections.
const throughput = '(' + asValues('avg_over_time(load_trial_goodput[$__range])')
  + ' or on () avg by (value) (avg_over_time(instance_flag:http_server_requests_alone:rate20s{flag="strategy"}[$__range])))';
const now = `${asValues('load_stage')} or on () topk(1, label_replace(${sum('strategy', rate(`${requests}_count`, front))}, "value", "$1", "strategy", "(.*)") > 0)`;

// For a projector: /d/testbed-room?kiosk. Each text is at least 3 % of the height of the screen.
export const room = dashboard({
  uid: 'room',
  title: 'Room',
  description: 'The strategies compared, for a projector.',
  rows: [
    row('', 4,
      huge('{{value}}', 8, now, 'reqps', 'The strategy that runs now.', { isName: true, noValue: NO_LOAD }),
      huge('throughput', 7, sum('', rate(`${requests}_count`, front)), 'reqps',
        'Requests per second that the front-end answers.', { decimals: 1, noValue: NO_LOAD }),
      huge('p99', 5, quantile(0.99, '', requests, front), 's', 'One request in a hundred takes longer.',
        { warn: 0.05, bad: 0.1, decimals: 1, noValue: NO_LOAD }),
      huge('errors', 4, `${sum('', rate(errors, frontend))} / (${sum('', rate(served, frontend))} > 0)`, 'percentunit',
        'Share of the front-end’s responses that are 5xx.', { warn: 0.001, bad: 0.02, decimals: 0, noValue: NO_LOAD }),
    ),
    row('', 23,
      bars(WIDTH, `sort_desc(${throughput} / scalar(max(${throughput})))`, '{{value}}', 'none', 1,
        'Requests per second over the time shown, compared with the fastest strategy: the load tool’s trials, or '
        + 'strategies that were alone in their process for 20 s.', { names: STRATEGIES, noValue: NO_LOAD }),
    ),
  ],
});
