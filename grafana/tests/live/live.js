// The Prometheus server that `make dashboards` has started. The environment variable FROM is the time of the first
// sample.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { readReports } from '../../check/agreement.js';
import { timesOf } from '../../check/board.js';
import { Prometheus } from '../../check/prometheus.js';

// The scrape interval in seconds. It is the same as in prometheus.yml and in Grafana's data source.
const SCRAPE = 2;

export const address = process.env.PROMETHEUS;
if (!address) {
  throw new Error('PROMETHEUS must be the address of a Prometheus server. `make dashboards` starts one.');
}

export const prometheus = new Prometheus(address);

export const span = { from: Number(process.env.FROM), to: Number(process.env.TO ?? Math.floor(Date.now() / 1000)), scrape: SCRAPE };

// The windows for pictures: payloads, the comparison, and a stopped back-end. The first two are of a healthy system. The
// comparison begins and ends with load, so that its last values are not those of an idle system.
const [ingesting, comparing, compared, failing, end] = (process.env.WINDOWS ?? '').split(',').map(Number);
const windowOf = (from, to) => ({ from, to, scrape: SCRAPE });
export const windows = {
  // Two minutes of payloads, of which the first warms the services up. Invalid payloads are sent in the last seconds.
  payloads: windowOf(ingesting + 65, comparing - 10),
  // The first 10 s after the start of the comparison still show the payloads, and there is no load in its last seconds.
  comparison: windowOf(comparing + 10, compared - 4),
  // Each strategy in turn for a fraction of a second, and then two of them alone, all under the load of make load.
  strategies: windowOf(comparing + 10, Number(process.env.ALONE)),
  failure: windowOf(failing, end - 2),
  // The comparison has ended, and there is load again: Room shows what runs now.
  room: windowOf(comparing, Number(process.env.TOLD) + 4),
};

export const spanOf = name => (name === 'room' ? windows.room : span);

export const times = timesOf(span.from, span.to, span.scrape);

/** The result of the comparison, and those of the strategies that were alone. */
export const [result, ...reports] = readReports(process.env.REPORTS.split(','));

const folder = new URL('../../dashboards/', import.meta.url);

export const boards = readdirSync(folder).map(file => ({ name: parse(file).name, board: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) }));
