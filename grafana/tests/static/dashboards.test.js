import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { lint } from '../../check/lint.js';
import { typeFindings } from '../../check/types.js';
import { dashboards, fileOf, textOf } from '../../source/dashboards.js';

// The checks get the dashboards as they are written to the files, because JSON omits keys that are undefined in the
// generator.
const written = dashboards.map(board => JSON.parse(textOf(board)));

test('The files equal the output of the generator', () => {
  for (const board of dashboards) assert.equal(readFileSync(fileOf(board), 'utf8'), textOf(board), `${board.title}: run npm run generate`);
});
test('Every dashboard has Grafana\'s types', () => assert.deepEqual(typeFindings(written), []));
for (const board of written) {
  test(`${board.title}: lint`, () => assert.deepEqual(lint(board), []));
}

test('Every dashboard file has a source', () =>
  assert.equal(readdirSync(new URL('../../dashboards', import.meta.url)).length, dashboards.length));
