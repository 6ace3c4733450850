import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PanelRenderer } from '../../check/picture.js';
import { withError } from '../planted.js';
import { address, boards, span } from './live.js';

// With PICTURES=docs/dashboards, the tests renew the pictures of the dashboards in the repository. Otherwise they write
// the pictures to results/.
const pictures = new URL(`../../../${process.env.PICTURES ?? 'results/dashboards'}/`, import.meta.url);

let studio;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  studio = await PanelRenderer.open();
});
after(() => studio?.close());

for (const { name, board } of boards) {
  test(`${board.title}: every panel shows something`, async () =>
    assert.deepEqual(await studio.draw(board, address, span, fileURLToPath(new URL(`${name}.png`, pictures))), []));
}

// Tests the check that every panel shows something: each test puts an error into a correct dashboard.
const faults = [
  ['a panel without data', 'Latency', /Latency: no data/, panel => { for (const target of panel.targets) target.expr = 'nothing'; }],
  ['a query that fails', 'Latency', /Latency: .*parse error/, panel => { panel.targets[0].expr += ')'; }],
  ['a plot without a line', 'Latency', /Latency: blank/, panel => { panel.fieldConfig.defaults.custom.hideFrom = { viz: true, legend: true, tooltip: true }; }],
  ['an unsupported panel type', 'Latency', /nothing draws graph/, panel => { panel.type = 'graph'; }],
  ['a panel that crashes', 'p99 latency', /crashed/, panel => { panel.options.reduceOptions = null; }],
];

const { board } = boards.find(({ name }) => name === 'overview');
for (const [name, title, finding, plant] of faults) {
  test(`Reported: ${name}`, async () => {
    const alone = withError(board, title, plant);
    alone.panels = alone.panels.filter(panel => panel.title === title);
    assert.match((await studio.draw(alone, address, span)).join('\n'), finding);
  });
}
