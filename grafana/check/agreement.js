// Compares the table of the dashboard Strategies with the report of a comparison. Both must tell the same story.
// Usage: node grafana/check/agreement.js results/….json http://127.0.0.1:9090
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { insertVariables, panelsOf, timesOf, variablesOf } from './board.js';
import { Prometheus } from './prometheus.js';

const TABLE = 'Every strategy';
const TOLERANCE = 0.1;

// The columns of the table that the report has too, in the units of the table.
const COLUMNS = {
  'Throughput': variant => variant.throughput.median,
  'CPU per request': variant => (variant.processes.target?.cpu_ms ?? NaN) / 1000,
  'Allocated per request': variant => (variant.processes.target?.alloc_kb ?? NaN) * 1000,
};

/** @returns {Promise<{figures: number, findings: string[]}>} The number of compared figures, and a line for each difference. */
export async function compareWithReport(board, prometheus, times, report) {
  const values = await variablesOf(board, prometheus, times);
  const panel = panelsOf(board).find(({ title }) => title === TABLE);
  const names = panel.transformations.find(({ id }) => id === 'organize').options.renameByName;
  const findings = [];
  let figures = 0;
  for (const { refId, expr } of panel.targets) {
    const column = names[`Value #${refId}`];
    if (!(column in COLUMNS)) continue;
    const series = await prometheus.instant(insertVariables(expr, values, times), times);
    const shown = new Map(series.map(({ metric, value: [, number] }) => [metric.strategy, Number(number)]));
    for (const variant of report.variants) {
      const expected = COLUMNS[column](variant);
      const actual = shown.get(variant.name);
      // What the report does not know, the dashboard must not show.
      if (!Number.isFinite(expected)) {
        if (actual !== undefined) findings.push(`${column} of ${variant.name}: ${actual} on the dashboard, not known in the report`);
        continue;
      }
      figures++;
      if (!(Math.abs(actual / expected - 1) <= TOLERANCE)) findings.push(`${column} of ${variant.name}: ${actual} on the dashboard, ${expected} in the report`);
    }
    if (column === 'CPU per request') findings.push(...orderFindings(column, shown, report.variants));
  }
  return { figures, findings };
}

/** Finds pairs of variants whose order on the dashboard is not that of the report, although their intervals in the report do not overlap. */
function* orderFindings(column, shown, variants) {
  const intervalOf = ({ cpu_ratio: ratio }) => ({ lo: 1, hi: 1, ...ratio });
  for (const cheap of variants) {
    for (const dear of variants) {
      if (intervalOf(cheap).hi < intervalOf(dear).lo && !(shown.get(cheap.name) < shown.get(dear.name))) {
        yield `${column}: ${cheap.name} is not below ${dear.name} on the dashboard, but it is in the report`;
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file, address] = process.argv;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const board = JSON.parse(readFileSync(new URL('../dashboards/strategies.json', import.meta.url), 'utf8'));
  const now = Math.floor(Date.now() / 1000);
  // From the start of the comparison, for which a viewer would choose the time range.
  const times = timesOf(Math.floor(Date.parse(report.started) / 1000), now, 2);
  const { figures, findings } = await compareWithReport(board, new Prometheus(address), times, report);
  console.log([...findings, `${figures} figures of the report compared with the dashboard, ${findings.length} differences`].join('\n'));
  process.exit(figures > 0 && findings.length === 0 ? 0 : 1);
}
