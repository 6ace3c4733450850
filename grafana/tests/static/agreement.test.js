// Tests the comparison of the dashboard with a report, with a Prometheus server of two strategies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithReport } from '../../check/agreement.js';
import { countFilled } from '../../check/filled.js';
import { timesOf } from '../../check/board.js';
import { strategies } from '../../source/strategies.js';

// The figures of both strategies, as the load tool publishes them.
const PUBLISHED = { goodput: [2000, 1000], cpu_seconds: [0.0001, 0.0002], allocated_bytes: [10_000, 20_000] };

// A server that answers a query for one of these figures. `change` plants an error in a figure.
const server = (change = figures => figures) => ({
  labelValues: async () => ['fast', 'slow'],
  instant: async query => {
    const [, name] = /load_variant_(goodput|cpu_seconds|allocated_bytes)/.exec(query) ?? [];
    return change([...PUBLISHED[name] ?? []], name).map((figure, i) => ({ metric: { strategy: ['fast', 'slow'][i] }, value: [0, `${figure}`] }));
  },
});

const variant = (name, median, cpu, allocated, ratio) =>
  ({ name, throughput: { median }, processes: { target: { cpu_ms: cpu, alloc_kb: allocated } }, cpu_ratio: ratio });
const report = ratio => ({ variants: [variant('fast', 2000, 0.1, 10, null), variant('slow', 1000, 0.2, 20, ratio)] });
const clear = report({ lo: 1.8, hi: 2.2 });
const compare = (prometheus, of = clear) => compareWithReport(JSON.parse(JSON.stringify(strategies)), prometheus, timesOf(0, 300, 2), of);
const unknown = { variants: [variant('fast', 2000, 0.1, null, null), variant('slow', 1000, 0.2, null, { lo: 1.8, hi: 2.2 })] };
const withoutAllocation = (figures, name) => (name === 'allocated_bytes' ? [] : figures);
const onlyCpu = change => (figures, name) => (name === 'cpu_seconds' ? change(figures) : figures);

test('The figures of the report: no finding', async () => assert.deepEqual(await compare(server()), { figures: 6, findings: [] }));

test('A difference of 9 %: no finding', async () =>
  assert.deepEqual((await compare(server(onlyCpu(([fast, slow]) => [fast * 1.09, slow])))).findings, []));

test('Reported: a difference of 11 %', async () =>
  assert.match((await compare(server(onlyCpu(([fast, slow]) => [fast * 1.11, slow])))).findings.join(), /^CPU per request of fast/));

test('Reported: a strategy that is missing', async () =>
  assert.match((await compare(server(onlyCpu(([fast]) => [fast])))).findings.join(), /slow: undefined on the dashboard/));

test('Reported: the reverse order, if the intervals of the report do not overlap', async () =>
  assert.match((await compare(server(onlyCpu(figures => figures.reverse())))).findings.join('\n'), /fast is not below slow on the dashboard/));

test('The reverse order is not reported if the intervals of the report overlap', async () =>
  assert.doesNotMatch((await compare(server(onlyCpu(figures => figures.reverse())), report({ lo: 0.9, hi: 2.2 }))).findings.join('\n'), /is not below/));

test('A panel without data counts as explained only if it says what fills it', async () => {
  const board = JSON.parse(JSON.stringify(strategies));
  const times = timesOf(0, 300, 2);
  const empty = { labelValues: async () => ['a'], instant: async () => [], range: async () => [] };
  const { filled, explained, unexplained } = await countFilled(board, empty, times);
  assert.deepEqual([filled.length, unexplained.length], [0, 0]);
  assert.ok(explained.length > 10);

  for (const panel of board.panels) delete panel.fieldConfig?.defaults.noValue;
  assert.equal((await countFilled(board, empty, times)).unexplained.length, explained.length);
  assert.equal((await countFilled(board, { ...empty, instant: async () => [1], range: async () => [1] }, times)).filled.length, explained.length);
});

test('A figure that neither the report nor the dashboard knows is not compared', async () =>
  assert.deepEqual(await compare(server(withoutAllocation), unknown), { figures: 4, findings: [] }));

test('Reported: a figure that the report does not know', async () =>
  assert.match((await compare(server(), unknown)).findings.join('\n'), /^Allocated per request of fast: 10000 on the dashboard, not known/));
