import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PanelRenderer, SCREENS } from '../../check/picture.js';
import { address, boards, span, spanOf, told, windows, withError } from './live.js';

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
    test(`The Room dashboard fits on a ${name} screen, no letter is cut, and its text is 3 % of the height`, async () => {
      const { board } = boards.find(({ name }) => name === 'room');
      assert.deepEqual(await studio.screenFaults(board, windows.parade, screen, 0.03), []);
    });
  }

  const { board: strategies } = boards.find(({ name }) => name === 'strategies');
  const rowsOf = board => studio.rowsOf(board, 'Every value', span);

  test('The drawn table has a row for each strategy that was alone, the fastest first, and no dash', async () => {
    const rows = await rowsOf(strategies);
    assert.deepEqual(rows.map(({ name }) => name).sort(), told.map(({ name }) => name).sort());
    const rates = rows.map(({ value }) => Number.parseFloat(value) * (value.includes('K') ? 1000 : 1));
    assert.deepEqual(rates, rates.toSorted((a, b) => b - a));
    assert.deepEqual(rows.filter(({ cells }) => cells.some(cell => ['–', ''].includes(cell.trim()))), []);
  });

  test('Reported: a dashboard that is too high, and one whose text is cut', async () => {
    const { board } = boards.find(({ name }) => name === 'room');
    const [high, wide] = [0, 0].map(() => structuredClone(board));
    high.panels.at(-1).gridPos.h += 8;
    wide.panels.at(-1).options.text.titleSize = 120;
    assert.match((await studio.screenFaults(high, windows.parade, SCREENS.small, 0.03)).join(), /px too high/);
    assert.match((await studio.screenFaults(wide, windows.parade, SCREENS.small, 0.03)).join(), /cut off|outside of the window|overlapping/);
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
