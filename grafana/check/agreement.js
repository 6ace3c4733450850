// Compares the table Every value of the dashboard Strategies, which knows the services only, with what the load tool says:
// with its results, each of one strategy after which it is named, or with the table of a parade.
// Usage: node grafana/check/agreement.js http://127.0.0.1:9090 results/….json results/….json
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { insertVariables, panelsOf, timesOf, variablesOf } from './board.js';
import { Prometheus } from './prometheus.js';

const VALUES = 'Every value';

// The columns of the table that the load tool knows too, in the units of the table, and how far they may differ. The
// averages of the table are of 6 s that overlap, so that the middle of a turn counts most, and the speed of a machine
// changes within a turn. The allocation does not.
const COLUMNS = {
  'Throughput': [told => told.rate, 0.25],
  'CPU per request': [told => told.cpuMs / 1000, 0.25],
  'Allocated per request': [told => told.allocatedKb * 1000, 0.05],
};

/**
 * @param {{ name: string, rate: number, cpuMs: number, allocatedKb: number }[]} told What the load tool says.
 * @returns {Promise<string[]>} A line for each difference.
 */
export async function compareWithTool(board, prometheus, times, told) {
  const findings = [];
  for (const [column, [read, tolerance]] of Object.entries(COLUMNS)) {
    const shown = await columnOf(board, VALUES, column, prometheus, times);
    for (const one of told) {
      const [actual, expected] = [shown.get(one.name), read(one)];
      // The load tool shows a dash for what the process did not tell it.
      if (!(Math.abs(actual / expected - 1) <= tolerance) && !Number.isNaN(expected)) {
        findings.push(`${column} of ${one.name}: ${actual} on the dashboard, ${expected} says the load tool`);
      }
    }
  }
  return findings;
}

/** Reads what `load run` prints of a parade. The first strategy, which comes again at the end, has the mean of both. */
export function readParade(output) {
  const lines = output.split('\n');
  const first = lines.findIndex(line => /^ {2}variant +req\/s/.test(line));
  const [end, width] = [lines[first].indexOf('req/s') + 5, 9];
  const rows = lines.slice(first + 1).filter(line => /^ {2}\S+ {2,}\S/.test(line)).map(line => {
    const [rate, , , cpuMs, allocatedKb] = [0, 1, 2, 3, 4].map(i =>
      Number(line.slice(end + (i - 1) * width, end + i * width).replaceAll(/\s/g, '')));
    return { name: line.slice(0, end - width).trim(), rate, cpuMs, allocatedKb };
  });
  const last = rows.pop();
  const mean = key => (rows[0][key] + last[key]) / 2;
  return [{ name: last.name, rate: mean('rate'), cpuMs: mean('cpuMs'), allocatedKb: mean('allocatedKb') }, ...rows.slice(1)];
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

const readResult = file => {
  const { scenario: { name }, variants: [{ throughput, processes: { target } }] } = JSON.parse(readFileSync(file, 'utf8'));
  return { name, rate: throughput.rate, cpuMs: target.cpu_ms, allocatedKb: target.alloc_kb };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , address, ...files] = process.argv;
  const board = JSON.parse(readFileSync(new URL('../dashboards/strategies.json', import.meta.url), 'utf8'));
  const started = Math.min(...files.map(file => Date.parse(JSON.parse(readFileSync(file, 'utf8')).started)));
  const times = timesOf(Math.floor(started / 1000), Math.floor(Date.now() / 1000), 2);
  const findings = await compareWithTool(board, new Prometheus(address), times, files.map(readResult));
  console.log([...findings, `${files.length} results compared with the dashboard, ${findings.length} differences`].join('\n'));
  process.exit(files.length > 0 && findings.length === 0 ? 0 : 1);
}
