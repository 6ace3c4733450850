import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compareWithReport } from '../../check/agreement.js';
import { queryFindings } from '../../check/queries.js';
import { withError } from '../planted.js';
import { boards, prometheus, times } from './live.js';

const boardOf = wanted => boards.find(({ name }) => name === wanted).board;
const STRATEGIES = 10;
const COLUMNS = 3;

for (const { board } of boards) {
  test(`${board.title}: every query returns numbers`, async () => assert.deepEqual(await queryFindings(board, prometheus, times), []));
}

test('The dashboard shows throughput, CPU time and allocation of every strategy as the report has them', async () => {
  const report = JSON.parse(readFileSync(process.env.REPORT, 'utf8'));
  const { figures, findings } = await compareWithReport(boardOf('strategies'), prometheus, times, report);
  assert.deepEqual(findings, []);
  assert.equal(figures, STRATEGIES * COLUMNS);
});

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
