import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { lint } from '../../check/lint.js';
import { typeFindings } from '../../check/types.js';
import { dashboards } from '../../source/dashboards.js';
import { fileOf, textOf } from '../../source/files.js';

for (const board of dashboards) {
  test(`${board.title}: the file equals the output of the generator`, () =>
    assert.equal(readFileSync(fileOf(board), 'utf8'), textOf(board), 'Run: npm run generate'));

  // The checks get the dashboard as it is written to the file, because JSON omits keys that are undefined in the
  // generator.
  const written = JSON.parse(textOf(board));
  test(`${board.title}: Grafana's types`, () => assert.deepEqual(typeFindings(written), []));
  test(`${board.title}: lint`, () => assert.deepEqual(lint(written), []));
}

test('Every dashboard file has a source', () =>
  assert.equal(readdirSync(new URL('../../dashboards', import.meta.url)).length, dashboards.length));
