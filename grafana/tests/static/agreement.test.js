// Tests the comparison of the dashboard with the load tool, with a Prometheus server of two strategies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithTool, readParade } from '../../check/agreement.js';
import { countFilled } from '../../check/filled.js';
import { timesOf } from '../../check/board.js';
import { strategies } from '../../source/strategies.js';

// The figures of both strategies, as the rules record them.
const RECORDED = { http_server_requests_alone: [2000, 1000], process_cpu_seconds: [0.0001, 0.0002], allocated_bytes: [10_000, 20_000] };

// A server that answers a query for one of these figures. `change` plants an error in the CPU times.
const server = (change = figures => figures) => ({
  labelValues: async () => ['fast', 'slow'],
  instant: async query => {
    const [, name] = /instance_flag:(http_server_requests_alone|process_cpu_seconds|allocated_bytes)/.exec(query) ?? [];
    const figures = [...RECORDED[name] ?? []];
    return (name === 'process_cpu_seconds' ? change(figures) : figures)
      .map((figure, i) => ({ metric: { value: ['fast', 'slow'][i] }, value: [0, `${figure}`] }));
  },
});

const told = readParade(`  parade     2 variants, one after another, 20 s each, about 2 min in total
  variant    req/s   p50 ms   p99 ms   CPU ms       kB
  fast       2 100     4.11     9.20    0.090       10
  slow       1 000     8.12     20.1    0.200       20
  fast       1 900     4.20     9.90    0.110       10
  One process, one start: the first and the last turn of fast differ by 5 %. load compare decides.
`);
const compare = prometheus => compareWithTool(JSON.parse(JSON.stringify(strategies)), prometheus, timesOf(0, 300, 2), told);

test('The table of a parade: a row for each strategy, and the mean of the first and the last', () => assert.deepEqual(told, [
  { name: 'fast', rate: 2000, cpuMs: 0.1, allocatedKb: 10 }, { name: 'slow', rate: 1000, cpuMs: 0.2, allocatedKb: 20 }]));

test('The figures of the load tool: no finding', async () => assert.deepEqual(await compare(server()), []));

test('A difference of 24 %: no finding', async () =>
  assert.deepEqual(await compare(server(([fast, slow]) => [fast * 1.24, slow])), []));

test('Reported: a difference of 26 %', async () =>
  assert.match((await compare(server(([fast, slow]) => [fast * 1.26, slow]))).join(), /^CPU per request of fast/));

test('Reported: a strategy that is missing', async () =>
  assert.match((await compare(server(([fast]) => [fast]))).join(), /slow: undefined on the dashboard/));

test('Reported: labels in the wrong order', async () =>
  assert.equal((await compare(server(([fast, slow]) => [slow, fast]))).length, 2));

test('A panel without data counts as explained only if it says what fills it', async () => {
  const board = JSON.parse(JSON.stringify(strategies));
  const times = timesOf(0, 300, 2);
  const empty = { labelValues: async () => ['a'], instant: async () => [], range: async () => [] };
  const { filled, explained, unexplained } = await countFilled(board, empty, times);
  assert.deepEqual([filled.length, unexplained.length], [0, 0]);
  assert.ok(explained.length > 5);

  for (const panel of board.panels) delete panel.fieldConfig?.defaults.noValue;
  assert.equal((await countFilled(board, empty, times)).unexplained.length, explained.length);
  assert.equal((await countFilled(board, { ...empty, instant: async () => [1], range: async () => [1] }, times)).filled.length, explained.length);
});
