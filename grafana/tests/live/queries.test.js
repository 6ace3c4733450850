import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithTool } from '../../check/agreement.js';
import { timesOf } from '../../check/board.js';
import { queryFindings } from '../../check/queries.js';
import { boards, prometheus, spanOf, times, told, withError } from './live.js';

const boardOf = wanted => boards.find(({ name }) => name === wanted).board;

for (const { name, board } of boards) {
  test(`${board.title}: every query returns numbers`, async () => {
    const { from, to, scrape } = spanOf(name);
    // All dashboards have the same annotations. No alert has fired yet when Room is looked at.
    const looked = name === 'room' ? { ...board, annotations: { list: [] } } : board;
    assert.deepEqual(await queryFindings(looked, prometheus, timesOf(from, to, scrape)), []);
  });
}

test('The dashboard shows throughput, CPU time and allocation of each strategy as the load tool has them', async () => {
  assert.equal(told.length, 10);
  assert.deepEqual(await compareWithTool(boardOf('strategies'), prometheus, times, told), []);
});

for (const name of ['strategies', 'ingestion']) {
  for (const flag of boardOf(name).templating.list.find(({ name }) => name === 'by').query.split(',')) {
    test(`${name}, compared by ${flag}: every column of the table has values`, async () => {
      const board = structuredClone(boardOf(name));
      board.panels = board.panels.filter(({ type }) => type === 'table');
      board.templating.list.find(({ name }) => name === 'by').current.value = flag;
      assert.deepEqual(await queryFindings(board, prometheus, times), []);
    });
  }
}

// Tests the check that every query returns numbers: each test puts an error into a correct dashboard.
for (const [name, finding, plant] of [
  ['a misspelled metric', /Latency A: no data/, panel => { panel.targets[0].expr = panel.targets[0].expr.replace('duration', 'durations'); }],
  ['a legend with an unknown label', /no series has the label \{\{tier\}\}/, panel => { panel.targets[0].legendFormat = '{{tier}}'; }],
  ['a query that does not parse', /parse error/, panel => { panel.targets[0].expr += ')'; }],
  ['a division by 0', /points are \+Inf/, panel => { panel.targets[0].expr = 'up / 0'; }],
]) {
  test(`Reported: ${name}`, async () =>
    assert.match((await queryFindings(withError(boardOf('overview'), 'Latency', plant), prometheus, times)).join('\n'), finding));
}

test('Reported: a variable without values', async () => {
  const copy = structuredClone(boardOf('overview'));
  copy.templating.list[0].query.query = 'label_values(nothing, job)';
  assert.match((await queryFindings(copy, prometheus, times)).join('\n'), /variable job: no values/);
});
