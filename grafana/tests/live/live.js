// The Prometheus server that `make dashboards` has started. The environment variable FROM is the time of the first
// sample.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { readParade } from '../../check/agreement.js';
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

// The windows for pictures of a healthy system: payloads, and the parade, which begins and ends with load, so that its
// last values are not those of an idle system.
const [ingesting, parading, paraded] = (process.env.WINDOWS ?? '').split(',').map(Number);
const windowOf = (from, to) => ({ from, to, scrape: SCRAPE });
export const windows = {
  // Two minutes of payloads, of which the first warms the services up. Invalid payloads are sent in the last seconds.
  payloads: windowOf(ingesting + 65, parading - 10),
  // The first 10 s after the start of the parade still show the payloads, and there is no load in its last seconds.
  parade: windowOf(parading + 10, paraded - 4),
};

export const spanOf = name => (name === 'room' ? windows.parade : span);

export const times = timesOf(span.from, span.to, span.scrape);

/** What the load tool says of the strategies that it sent alone, one after another. */
export const told = readParade(readFileSync(process.env.PARADE, 'utf8'));

const folder = new URL('../../dashboards/', import.meta.url);

export const boards = readdirSync(folder).map(file => ({ name: parse(file).name, board: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) }));

/** A copy of the dashboard with an error in one of its panels. */
export function withError(board, title, plant) {
  const copy = JSON.parse(JSON.stringify(board));
  plant(copy.panels.find(panel => panel.title === title));
  return copy;
}
