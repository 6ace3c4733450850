// Takes pictures of all dashboards: make -C grafana pictures. Pages show some of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PanelRenderer, SCREENS } from '../../check/picture.js';
import { insertVariables, panelsOf, timesOf, variablesOf } from '../../check/board.js';
import { address, boards, prometheus, windows } from './live.js';

const published = new URL('../../../docs/dashboards/', import.meta.url);
const pictures = new URL('../../../results/dashboards/', import.meta.url);
// A second each.
const FRAMES = 10;
const { board: overview } = boards.find(({ name }) => name === 'overview');

let studio;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  studio = await PanelRenderer.open(address);
});
after(() => studio?.close());

for (const { name, board } of boards) {
  test(`${board.title}: picture of a healthy system`, () => takePicture(board, name === 'ingestion' ? windows.payloads : windows.parade, name));
}

test('Published: the first screen of Strategies, and a film of the parade', async () => {
  const { board } = boards.find(({ name }) => name === 'strategies');
  const first = fileFor('strategies-first.png');
  await studio.takePicture(board, windows.parade, first, SCREENS.large, false);
  execFileSync('cwebp', ['-quiet', '-lossless', '-z', '9', first, '-o', fileURLToPath(new URL('strategies.webp', published))]);
  const frames = [];
  for (let part = 1; part <= FRAMES; part++) {
    frames.push(fileFor(`parade-${part}.png`));
    const to = Math.round(windows.parade.from + (windows.parade.to - windows.parade.from) * part / FRAMES);
    await studio.takePicture(board, { ...windows.parade, to }, frames.at(-1), SCREENS.large, false);
  }
  execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '50', '-m', '6', '-d', '1000', ...frames, '-o', fileURLToPath(new URL('parade.webp', published))]);
});

const fileFor = name => fileURLToPath(new URL(name, pictures));

async function takePicture(board, window, name) {
  await studio.takePicture(board, window, fileFor(`${name}.png`), SCREENS.large);
  await studio.takePicture(board, window, fileFor(`${name}-small.png`), SCREENS.small);
}

// The values in the pictures: nobody should take a stopped back-end for the usual state of the testbed.
async function valueOf(title, { from, to, scrape }) {
  const times = timesOf(from, to, scrape);
  const panel = panelsOf(overview).find(panel => panel.title === title);
  const values = await variablesOf(overview, prometheus, times);
  const [{ value: [, number] }] = await prometheus.instant(insertVariables(panel.targets[0].expr, values, times), times);
  return Number(number);
}

for (const [name, window] of [['payloads', windows.payloads], ['the parade', windows.parade]]) {
  test(`The picture of ${name} shows load, no process that is down, and a share of errors below 1 %`, async () => {
    assert.equal(await valueOf('Processes down', window), 0);
    assert.ok(await valueOf('Error share', window) < 0.01);
    assert.ok(await valueOf('Request rate', window) > 10);
    for (const query of ['fault_active', 'ALERTS{alertstate="firing",alertname=~"TierDown|ErrorShare|CircuitOpen"}']) {
      assert.deepEqual(await prometheus.range(query, timesOf(window.from, window.to, window.scrape)), [], query);
    }
  });
}
