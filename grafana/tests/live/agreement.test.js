import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compareWithReport } from '../../check/agreement.js';
import { withError } from '../planted.js';
import { boards, prometheus, times } from './live.js';

// The result file of the comparison that the dashboards show.
const report = JSON.parse(readFileSync(process.env.REPORT, 'utf8'));
const { board } = boards.find(({ name }) => name === 'strategies');
const STRATEGIES = 10;
const COLUMNS = 3;

test('The dashboard shows throughput, CPU time and allocation of every strategy as the report has them', async () => {
  const { figures, findings } = await compareWithReport(board, prometheus, times, report);
  assert.deepEqual(findings, []);
  assert.equal(figures, STRATEGIES * COLUMNS);
});

// What this dashboard showed before: the cost of the whole process, at times when one strategy got at least 95 % of the
// requests of 4 s. It needs trials that are much longer than the time between two scrapes.
const count = 'http_server_request_duration_seconds_count';
const ofStrategy = `sum by (instance, strategy) (rate(${count}{strategy!="",http_response_status_code="200"}[4s]))`;
const alone = `(${ofStrategy} and on (instance, strategy) (${ofStrategy} / on (instance) group_left () sum by (instance) (rate(${count}[4s])) > 0.95))`;
const perRequest = metric => 'avg by (strategy) (quantile_over_time(0.5, '
  + `(sum by (instance) (rate(${metric}[4s])) / on (instance) group_right () ${alone})[$__range:2s]))`;

for (const [name, finding, plant] of [
  ['CPU time of the process while a strategy is alone', /CPU per request of .* on the dashboard/,
    panel => { panel.targets[1].expr = perRequest('dotnet_process_cpu_time_seconds_total'); }],
  ['allocation of the process while a strategy is alone', /Allocated per request of .* on the dashboard/,
    panel => { panel.targets[2].expr = perRequest('dotnet_gc_heap_total_allocated_bytes_total'); }],
  ['figures that are missing', /Throughput of .*: undefined on the dashboard/, panel => { panel.targets[0].expr = 'nothing'; }],
]) {
  test(`Reported: ${name}`, async () =>
    assert.match((await compareWithReport(withError(board, 'Every strategy', plant), prometheus, times, report)).findings.join('\n'), finding));
}
