// Compares the table of the dashboard Strategies, which knows the services only, with reports of the load tool: each is of
// a run with one strategy, after which it is named. Both must tell the same.
// Usage: node grafana/check/agreement.js http://127.0.0.1:9090 results/….json results/….json
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { insertVariables, panelsOf, timesOf, variablesOf } from './board.js';
import { Prometheus } from './prometheus.js';

const TABLE = 'Every value';
const TOLERANCE = 0.1;

// The columns of the table that a report has too, in the units of the table.
const COLUMNS = {
  'Throughput': run => run.throughput.rate,
  'CPU per request': run => run.processes.target.cpu_ms / 1000,
  'Allocated per request': run => run.processes.target.alloc_kb * 1000,
};

/** @returns {Promise<string[]>} A line for each difference. */
export async function compareWithReports(board, prometheus, times, reports) {
  const values = await variablesOf(board, prometheus, times);
  const panel = panelsOf(board).find(({ title }) => title === TABLE);
  const names = panel.transformations.find(({ id }) => id === 'organize').options.renameByName;
  const findings = [];
  for (const [column, read] of Object.entries(COLUMNS)) {
    const { expr } = panel.targets.find(({ refId }) => names[`Value #${refId}`] === column);
    const series = await prometheus.instant(insertVariables(expr, values, times), times);
    const shown = new Map(series.map(({ metric, value: [, number] }) => [metric.value, Number(number)]));
    for (const { scenario: { name }, variants: [run] } of reports) {
      const [actual, expected] = [shown.get(name), read(run)];
      if (!(Math.abs(actual / expected - 1) <= TOLERANCE)) {
        findings.push(`${column} of ${name}: ${actual} on the dashboard, ${expected} in the report`);
      }
    }
  }
  return findings;
}

export const readReports = files => files.map(file => JSON.parse(readFileSync(file, 'utf8')));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , address, ...files] = process.argv;
  const reports = readReports(files);
  const board = JSON.parse(readFileSync(new URL('../dashboards/strategies.json', import.meta.url), 'utf8'));
  const started = Math.min(...reports.map(report => Date.parse(report.started)));
  const times = timesOf(Math.floor(started / 1000), Math.floor(Date.now() / 1000), 2);
  const findings = await compareWithReports(board, new Prometheus(address), times, reports);
  console.log([...findings, `${reports.length} reports compared with the dashboard, ${findings.length} differences`].join('\n'));
  process.exit(reports.length > 0 && findings.length === 0 ? 0 : 1);
}
