import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PanelRenderer, SCREENS } from '../../check/picture.js';
import { withError } from '../planted.js';
import { address, boards, span, spanOf, windows } from './live.js';

const TIMEOUT = 300_000;
// For how many milliseconds the check waits until the panels with errors show something.
const PATIENCE = 2000;

let studio;

describe('Drawn in Chromium', { timeout: TIMEOUT }, () => {
  before(async () => { studio = await PanelRenderer.open(address); });
  after(() => studio?.close());

  for (const { name, board } of boards) {
    test(`${board.title}: every panel shows something`, async () => assert.deepEqual(await studio.emptyPanels(board, spanOf(name)), []));
  }

  for (const [name, screen] of Object.entries(SCREENS)) {
    test(`The text of the Room dashboard is at least 3 % of the height of a ${name} screen`, async () => {
      const { board } = boards.find(({ name }) => name === 'room');
      assert.ok(await studio.smallestText(board, windows.room, screen) >= 0.03);
    });
  }

  test('The Room dashboard fits on a small screen', async () => {
    const { board } = boards.find(({ name }) => name === 'room');
    assert.ok(await studio.measureHeight(board, windows.room, SCREENS.small) <= SCREENS.small.height);
  });

  // Tests the check that every panel shows something, with errors in correct panels.
  test('Reported: panels without data, with a query that fails, without a line, of an unsupported type, that crash', async () => {
    const { board } = boards.find(({ name }) => name === 'overview');
    const planted = [
      ['Latency', /no data/, panel => { for (const target of panel.targets) target.expr = 'nothing'; }],
      ['Latency', /parse error/, panel => { panel.targets[0].expr += ')'; }],
      ['Latency', /blank/, panel => { panel.fieldConfig.defaults.custom.hideFrom = { viz: true, legend: true, tooltip: true }; }],
      ['Latency', /nothing draws graph/, panel => { panel.type = 'graph'; }],
      ['p99 latency', /crashed/, panel => { panel.options.reduceOptions = null; }],
    ];
    const panels = planted.map(([title, , plant]) => withError(board, title, plant).panels.find(panel => panel.title === title));
    const found = await studio.emptyPanels({ ...board, panels }, span, PATIENCE);
    assert.equal(found.length, planted.length, found.join('\n'));
    for (const [i, [title, finding]] of planted.entries()) assert.match(found[i], new RegExp(`^${title}: .*${finding.source}`));
  });
});
