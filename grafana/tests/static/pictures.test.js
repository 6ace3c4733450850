// The data of the picture in docs/dashboards, which make -C grafana pictures writes beside it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { orderFindings } from '../../check/agreement.js';

const data = JSON.parse(readFileSync(new URL('../../strategies.json', import.meta.url), 'utf8'));
const scenario = readFileSync(new URL('../../../load/scenarios/strategies.yaml', import.meta.url), 'utf8');

test('The picture of Strategies has the order of its result', () => assert.deepEqual(orderFindings(data), []));

test('The picture of Strategies is of a valid comparison, in which read-as-async-2014 is the last', () => {
  assert.equal(data.state, 'valid');
  assert.equal(data.order.at(-1).name, 'read-as-async-2014');
});

test('Both tables in the picture of Strategies have the load of make load', () => {
  const connections = Number(/^connections: (\d+)$/m.exec(scenario)[1]);
  for (const table of data.tables) {
    assert.ok(table.rows.length > 1, table.title);
    assert.ok(table.connections.every(count => count === connections), table.title);
  }
});
