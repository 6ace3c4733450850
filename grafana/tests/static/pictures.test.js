// The data of the picture in docs/dashboards, which make -C grafana pictures writes beside it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const rows = JSON.parse(readFileSync(new URL('../../strategies.json', import.meta.url), 'utf8'));
const scenario = readFileSync(new URL('../../../load/scenarios/strategies.yaml', import.meta.url), 'utf8');

test('The picture of Strategies has every strategy of make load, the fastest first', () => {
  const names = [.../^vary:\n((?: {2}- .+\n)+)/m.exec(scenario)[1].matchAll(/- (?:strategy=)?([\w-]+)/g)].map(([, name]) => name);
  assert.deepEqual(rows.map(({ name }) => name).sort(), names.sort());
  assert.equal(rows.at(-1).name, 'read-as-async-2014');
});
