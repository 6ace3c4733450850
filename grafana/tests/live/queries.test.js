import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryFindings } from '../../check/queries.js';
import { withError } from '../planted.js';
import { boards, prometheus, times } from './live.js';

for (const { board } of boards) {
  test(`${board.title}: every query returns numbers`, async () => assert.deepEqual(await queryFindings(board, prometheus, times), []));
}

// Tests the check that every query returns numbers: each test puts an error into a correct dashboard.
const faults = [
  ['a misspelled metric', /Latency A: no data/, panel => { panel.targets[0].expr = panel.targets[0].expr.replace('duration', 'durations'); }],
  ['a label that the metric does not have', /no data/, panel => { panel.targets[0].expr = 'up{job=~"$job",tier="front"}'; }],
  ['a legend with an unknown label', /no series has the label \{\{tier\}\}/, panel => { panel.targets[0].legendFormat = '{{tier}}'; }],
  ['a query that does not parse', /parse error/, panel => { panel.targets[0].expr += ')'; }],
  ['an unknown variable', /parse error|unexpected/, panel => { panel.targets[0].expr = '$nothing'; }],
  ['a division by 0', /points are \+Inf/, panel => { panel.targets[0].expr = 'up / 0'; }],
  ['a result that is not a number', /points are NaN/, panel => { panel.targets[0].expr = '0 * up / 0'; }],
];

const { board } = boards.find(({ name }) => name === 'overview');
for (const [name, finding, plant] of faults) {
  test(`Reported: ${name}`, async () =>
    assert.match((await queryFindings(withError(board, 'Latency', plant), prometheus, times)).join('\n'), finding));
}

test('Reported: a variable without values', async () => {
  const copy = structuredClone(board);
  copy.templating.list[0].query.query = 'label_values(nothing, job)';
  assert.match((await queryFindings(copy, prometheus, times)).join('\n'), /variable job: no values/);
});
