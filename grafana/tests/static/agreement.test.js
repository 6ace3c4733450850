// Tests the comparison of the dashboard with reports, with a Prometheus server of two strategies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithReports, orderFindings, orderOf } from '../../check/agreement.js';
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

const report = (name, median, cpu, allocated) =>
  ({ scenario: { name }, variants: [{ throughput: { rate: median }, processes: { target: { cpu_ms: cpu, alloc_kb: allocated } } }] });
const reports = [report('fast', 2000, 0.1, 10), report('slow', 1000, 0.2, 20)];
const compare = prometheus => compareWithReports(JSON.parse(JSON.stringify(strategies)), prometheus, timesOf(0, 300, 2), reports);

test('The figures of the reports: no finding', async () => assert.deepEqual(await compare(server()), []));

test('A difference of 9 %: no finding', async () =>
  assert.deepEqual(await compare(server(([fast, slow]) => [fast * 1.09, slow])), []));

test('Reported: a difference of 11 %', async () =>
  assert.match((await compare(server(([fast, slow]) => [fast * 1.11, slow]))).join(), /^CPU per request of fast/));

test('Reported: a strategy that is missing', async () =>
  assert.match((await compare(server(([fast]) => [fast]))).join(), /slow: undefined on the dashboard/));

// A comparison of a baseline with one variant that is faster, and another whose interval overlaps both.
const variant = (name, value, lo, hi) => ({ name, ratio: { value, lo, hi, verdict: 'cannot tell' } });
const order = orderOf({ baseline: 'base', variants: [{ name: 'base' }, variant('even', 1.05, 0.95, 1.15), variant('fast', 1.2, 1.1, 1.3)] });
const shown = (...names) => orderFindings({ order, tables: [{ title: 'Every variant', rows: names.map(name => ({ name })) }] });

test('The order of a result: the largest ratio first, and the baseline has 1', () =>
  assert.deepEqual(order.map(({ name, ratio }) => [name, ratio]), [['fast', 1.2], ['even', 1.05], ['base', 1]]));

for (const names of [['fast', 'even', 'base'], ['even', 'fast', 'base'], ['fast', 'base', 'even']]) {
  test(`Intervals that overlap may stand in either order: ${names}`, () => assert.deepEqual(shown(...names), []));
}

test('Reported: a pair that the result tells apart, in the other order', () =>
  assert.deepEqual(shown('base', 'even', 'fast'), ['Every variant: base above fast, which the result has above it']));

test('Reported: a variant that the picture does not have, and a name that the result does not have', () =>
  assert.deepEqual(shown('fast', 'even', 'other'), ['Every variant: no base', 'Every variant: other is not in the result']));

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
