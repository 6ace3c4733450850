import { dashboard } from './dashboard.js';
import { linkTo, row, table, text } from './panels.js';

const START = `# Two-Tier Testbed

**What does each way of calling another service over HTTP cost?** The dashboards are empty until there is load:

\`\`\`sh
make load              # each strategy alone, one after another: 6 minutes
make load FLAG=http    # the values of another flag
make down              # stops and removes everything
\`\`\`

Without make: \`docker compose run --rm load\`. The front-end's API is at [localhost:5100/docs](http://localhost:5100/docs), or at the port of \`FRONTEND_PORT\`; \`make up\` prints it.

- [Strategies](/d/testbed-strategies): which strategy is faster, and what a request costs
- [Room](/d/testbed-room?kiosk): the strategies compared, for a projector
- [Overview](/d/testbed-overview): request rate, errors, latency and resources
- [Runtime](/d/testbed-runtime): garbage collector, threads, locks, exceptions, compiler
- [Connections](/d/testbed-connections): are connections reused?
- [Ingestion](/d/testbed-ingestion): the same work in .NET and in Go`;

export const home = dashboard({
  uid: 'home',
  title: 'Home',
  description: 'What to do next, and which alerts fire.',
  rows: [
    row('Start here', 16,
      text('What to do next', 14, START),
      table('Alerts', 10, 'Alerts that fire now, with a link to the dashboard that shows the cause.', 'alertname', [
        { name: 'Firing', unit: 'short', expr: 'count by (alertname, dashboard) (ALERTS{alertstate="firing"})' },
      ], {
        link: { ...linkTo('The dashboard that shows the cause', '${__data.fields.dashboard}'), url: '/d/${__data.fields.dashboard}?${__url_time_range}' },
        noValue: 'No alert fires.',
      }),
    ),
  ],
});
