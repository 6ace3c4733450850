// Compares the tables of the dashboard Strategies with results of the load tool. The first one knows the services only:
// its reports are of a run with one strategy each, after which they are named. Both must tell the same.
// Usage: node grafana/check/agreement.js http://127.0.0.1:9090 results/….json results/….json
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { insertVariables, panelsOf, timesOf, variablesOf } from './board.js';
import { Prometheus } from './prometheus.js';

/** The tables of the dashboard: of values that were alone in their process, and of the last comparison. */
const [VALUES, VARIANTS] = ['Every value', 'Every variant'];
const TOLERANCE = 0.1;

// The columns of the first table that a report has too, in the units of the table.
const COLUMNS = {
  'Throughput': run => run.throughput.rate,
  'CPU per request': run => run.processes.target.cpu_ms / 1000,
  'Allocated per request': run => run.processes.target.alloc_kb * 1000,
};

/** @returns {Promise<string[]>} A line for each difference. */
export async function compareWithReports(board, prometheus, times, reports) {
  const findings = [];
  for (const [column, read] of Object.entries(COLUMNS)) {
    const shown = await columnOf(board, VALUES, column, prometheus, times);
    for (const { scenario: { name }, variants: [run] } of reports) {
      const [actual, expected] = [shown.get(name), read(run)];
      if (!(Math.abs(actual / expected - 1) <= TOLERANCE)) {
        findings.push(`${column} of ${name}: ${actual} on the dashboard, ${expected} in the report`);
      }
    }
  }
  return findings;
}

/** The variants of a comparison, with the ratio of their throughput to the baseline's: the largest comes first. */
export const orderOf = ({ baseline, variants }) => variants
  .map(({ name, ratio }) => (name === baseline ? { name, ratio: 1, low: 1, high: 1, verdict: 'baseline' }
    : { name, ratio: ratio?.value, low: ratio?.lo, high: ratio?.hi, verdict: ratio?.verdict ?? 'not measured' }))
  .sort((a, b) => b.ratio - a.ratio);

/**
 * What a picture of the dashboard shows: the order in both tables, and that of the result under whose load it was drawn.
 * @param {(title: string) => Promise<object[]>} rowsOf Reads the rows of a table from what is drawn.
 */
export const dataOf = async (rowsOf, result, reports) => ({
  id: result.id,
  state: result.validity.state,
  order: orderOf(result),
  tables: [
    { title: VALUES, connections: reports.map(({ model }) => model.connections), rows: await rowsOf(VALUES) },
    { title: VARIANTS, connections: [result.model.connections], rows: await rowsOf(VARIANTS) },
  ],
});

/**
 * Variants whose intervals overlap may stand in either order.
 * @returns {string[]} A line for each pair that a table shows in another order than the result, and for each other name.
 */
export function orderFindings({ order, tables }) {
  const known = new Map(order.map(variant => [variant.name, variant]));
  const isBelow = ({ high }, { low }) => typeof high === 'number' && typeof low === 'number' && high < low;
  const missing = order.filter(({ name }) => !tables.find(({ title }) => title === VARIANTS).rows.some(row => row.name === name));
  return [
    ...missing.map(({ name }) => `${VARIANTS}: no ${name}`),
    ...tables.flatMap(({ title, rows }) => rows.flatMap(({ name }, i) => (known.has(name)
      ? rows.slice(i + 1).filter(below => known.has(below.name) && isBelow(known.get(name), known.get(below.name)))
        .map(below => `${title}: ${name} above ${below.name}, which the result has above it`)
      : [`${title}: ${name} is not in the result`]))),
  ];
}

const tableOf = (board, wanted) => panelsOf(board).find(({ title }) => title === wanted);

/** @returns {Promise<Map<string, number>>} The numbers in a column of a table by the name in its first column. */
async function columnOf(board, title, column, prometheus, times) {
  const values = await variablesOf(board, prometheus, times);
  const { targets, transformations, fieldConfig: { overrides: [{ matcher }] } } = tableOf(board, title);
  const names = transformations.find(({ id }) => id === 'organize').options.renameByName;
  const { expr } = targets.find(({ refId }) => names[`Value #${refId}`] === column);
  const series = await prometheus.instant(insertVariables(expr, values, times), times);
  return new Map(series.map(({ metric, value: [, number] }) => [metric[matcher.options], Number(number)]));
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
