// Counts the panels that show data after a comparison, and those that are empty and say what would fill them.
// Usage: node grafana/check/filled.js http://127.0.0.1:9090
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { insertVariables, panelsOf, timesOf, variablesOf } from './board.js';
import { Prometheus } from './prometheus.js';

const SECONDS = 300;

/** @returns {Promise<{filled: string[], explained: string[], unexplained: string[]}>} The titles of the panels of a dashboard. */
export async function countFilled(board, prometheus, times) {
  const found = { filled: [], explained: [], unexplained: [] };
  const values = await variablesOf(board, prometheus, times);
  for (const panel of panelsOf(board)) {
    const name = `${board.title}: ${panel.title || panel.description}`;
    if (panel.type === 'text' || await hasData(panel, values, prometheus, times)) found.filled.push(name);
    // A text that names a command to type, or says that it is good to see nothing.
    else if (/make |No /.test(panel.fieldConfig.defaults.noValue)) found.explained.push(name);
    else found.unexplained.push(name);
  }
  return found;
}

async function hasData(panel, values, prometheus, times) {
  for (const { expr, instant } of panel.targets) {
    const query = insertVariables(expr, values, times);
    if ((await (instant ? prometheus.instant(query, times) : prometheus.range(query, times))).length > 0) return true;
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL('../dashboards/', import.meta.url);
  const now = Math.floor(Date.now() / 1000);
  const total = { filled: [], explained: [], unexplained: [] };
  for (const file of readdirSync(folder)) {
    const found = await countFilled(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), new Prometheus(process.argv[2]), timesOf(now - SECONDS, now, 2));
    for (const kind of Object.keys(total)) total[kind].push(...found[kind]);
  }
  for (const name of total.explained) console.log(`empty, and says what fills it   ${name}`);
  for (const name of total.unexplained) console.log(`EMPTY, and does not say why     ${name}`);
  console.log(`${total.filled.length} panels filled, ${total.explained.length} empty and explained, ${total.unexplained.length} empty and not explained`);
  process.exit(total.filled.length > 0 && total.unexplained.length === 0 ? 0 : 1);
}
