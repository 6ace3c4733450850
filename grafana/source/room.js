import { dashboard } from './dashboard.js';
import { huge, row } from './panels.js';
import { errors, quantile, rate, requests, served, sum } from './promql.js';

// Only the requests for customers that the front-end answers have this label.
const front = 'strategy!=""';
const frontend = 'job="frontend-api"';
const NO_LOAD = 'no load: make load';

// For a projector: /d/testbed-room?kiosk. Each text is at least 3 % of the height of the screen.
export const room = dashboard({
  uid: 'room',
  title: 'Room',
  description: 'Four large numbers for a projector.',
  rows: [
    row('', 12,
      huge('{{variant}}', 'max by (variant) (load_stage)', 'short', 'The strategy that the load tool measures or warms up.',
        { isName: true, noValue: NO_LOAD }),
      huge('requests per second', sum('', rate(`${requests}_count`, front)), 'reqps',
        'Requests per second that the front-end answers.', { decimals: 1, noValue: NO_LOAD }),
      huge('p99', quantile(0.99, '', requests, front), 's', 'One request in a hundred takes longer.',
        { warn: 0.05, bad: 0.1, decimals: 1, noValue: NO_LOAD }),
      huge('errors', `${sum('', rate(errors, frontend))} / (${sum('', rate(served, frontend))} > 0)`, 'percentunit',
        'Share of the front-end’s responses that are 5xx.', { warn: 0.001, bad: 0.05, decimals: 0, noValue: NO_LOAD }),
    ),
  ],
});
