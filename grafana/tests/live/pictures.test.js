import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PanelRenderer, SCREENS } from '../../check/picture.js';
import { withError } from '../planted.js';
import { insertVariables, panelsOf, timesOf, variablesOf } from '../../check/board.js';
import { address, boards, prometheus, span, windows } from './live.js';

// With PICTURES=docs/dashboards, the tests renew the pictures of the dashboards in the repository. Otherwise they write
// the pictures to results/. The pictures of a small screen are only to look at.
const forEyes = new URL('../../../results/dashboards/', import.meta.url);
const pictures = process.env.PICTURES ? new URL(`../../../${process.env.PICTURES}/`, import.meta.url) : forEyes;

let studio;

const { board: overview } = boards.find(({ name }) => name === 'overview');

// Tests the check that every panel shows something: each test puts an error into a correct dashboard.
const faults = [
  ['a panel without data', 'Latency', /Latency: no data/, panel => { for (const target of panel.targets) target.expr = 'nothing'; }],
  ['a query that fails', 'Latency', /Latency: .*parse error/, panel => { panel.targets[0].expr += ')'; }],
  ['a plot without a line', 'Latency', /Latency: blank/, panel => { panel.fieldConfig.defaults.custom.hideFrom = { viz: true, legend: true, tooltip: true }; }],
  ['an unsupported panel type', 'Latency', /nothing draws graph/, panel => { panel.type = 'graph'; }],
  ['a panel that crashes', 'p99 latency', /crashed/, panel => { panel.options.reduceOptions = null; }],
];

// Each test has a page of its own, and a page waits a second until it is drawn.
describe('Drawn in Chromium', { concurrency: availableParallelism() }, () => {
  before(async () => {
    for (const folder of [pictures, forEyes]) mkdirSync(folder, { recursive: true });
    studio = await PanelRenderer.open();
  });
  after(() => studio?.close());

  for (const { name, board } of boards) {
    test(`${board.title}: every panel shows something`, async () => assert.deepEqual(await studio.draw(board, address, span), []));

    test(`${board.title}: picture of a healthy system`, () => takePicture(board, name === 'ingestion' ? windows.payloads : windows.comparison, name));
  }

  test('Picture of a failure', () => takePicture(overview, windows.failure, 'failure'));

  for (const [name, screen] of Object.entries(SCREENS)) {
    test(`The text of the Room dashboard is at least 3 % of the height of a ${name} screen`, async () => {
      const { board } = boards.find(({ name }) => name === 'room');
      assert.ok(await studio.smallestText(board, address, windows.comparison, screen) >= 0.03);
    });
  }

  for (const [name, title, finding, plant] of faults) {
    test(`Reported: ${name}`, async () => {
      const alone = withError(overview, title, plant);
      alone.panels = alone.panels.filter(panel => panel.title === title);
      assert.match((await studio.draw(alone, address, span)).join('\n'), finding);
    });
  }
});

async function takePicture(board, window, name) {
  await studio.takePicture(board, address, window, fileURLToPath(new URL(`${name}.png`, pictures)), SCREENS.large);
  await studio.takePicture(board, address, window, fileURLToPath(new URL(`${name}-small.png`, forEyes)), SCREENS.small);
}

// The values in the pictures: nobody should take a stopped back-end for the usual state of the testbed.
async function valueOf(title, { from, to, scrape }) {
  const times = timesOf(from, to, scrape);
  const panel = panelsOf(overview).find(panel => panel.title === title);
  const values = await variablesOf(overview, prometheus, times);
  const [{ value: [, number] }] = await prometheus.instant(insertVariables(panel.targets[0].expr, values, times), times);
  return Number(number);
}

for (const [name, window] of [['payloads', windows.payloads], ['the comparison', windows.comparison]]) {
  test(`The picture of ${name} shows load, no process that is down, and a share of errors below 1 %`, async () => {
    assert.equal(await valueOf('Processes down', window), 0);
    assert.ok(await valueOf('Error share', window) < 0.01);
    assert.ok(await valueOf('Request rate', window) > 10);
    for (const query of ['fault_active', 'ALERTS{alertstate="firing",alertname=~"TierDown|ErrorShare|CircuitOpen"}']) {
      assert.deepEqual(await prometheus.range(query, timesOf(window.from, window.to, window.scrape)), [], query);
    }
  });
}

test('The picture of a failure shows a process that is down, and errors', async () => {
  assert.ok(await valueOf('Processes down', windows.failure) >= 1);
  assert.ok(await valueOf('Error share', windows.failure) > 0.01);
});

// The back-end is gone in the last 16 s, and rates reach back 8 s.
test('The picture of a failure: the load tool counts errors and no success while the back-end is gone', async () => {
  const sent = 'sum by (outcome) (rate(load_requests_total[8s]))';
  const series = await prometheus.range(sent, timesOf(windows.failure.to - 8, windows.failure.to, windows.failure.scrape));
  const largest = Object.fromEntries(series.map(({ metric, values }) => [metric.outcome, Math.max(...values.map(([, number]) => Number(number)))]));
  assert.ok(largest.error > 10, JSON.stringify(largest));
  assert.equal(largest.success, 0);
});
