import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PanelRenderer, SCREENS } from '../../check/picture.js';
import { address, boards, span, spanOf, told, windows } from './live.js';

const TIMEOUT = 300_000;

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
});
