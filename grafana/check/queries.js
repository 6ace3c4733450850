// Runs every query of a dashboard against a Prometheus server, and reports the queries that fail or return no numbers.
import { insertVariables, panelsOf, variablesOf } from './board.js';

/** @returns {Promise<string[]>} A line for each problem; none if all queries return numbers. */
export async function queryFindings(board, prometheus, times) {
  const found = [];
  const values = await variablesOf(board, prometheus, times);
  for (const [name, list] of Object.entries(values)) {
    if (list.length === 0) found.push(`variable ${name}: no values`);
  }

  const queries = panelsOf(board).flatMap(({ title, targets = [] }) =>
    targets.map(target => ({ where: `${title} ${target.refId}`, ...target })));
  const annotations = board.annotations.list.map(annotation =>
    ({ where: `annotation ${annotation.name}`, ...annotation, legendFormat: annotation.titleFormat }));
  const answers = await Promise.all([...queries, ...annotations].map(async ({ where, expr, legendFormat, instant }) =>
    (await answerFindings(insertVariables(expr, values, times), legendFormat, instant, prometheus, times)).map(finding => `${where}: ${finding}`)));
  return [...found, ...answers.flat()];
}

async function answerFindings(expr, legend, instant, prometheus, times) {
  let series;
  try {
    series = await (instant ? prometheus.instant(expr, times) : prometheus.range(expr, times));
  } catch (failure) {
    return [`${failure.message}: ${expr}`];
  }
  if (series.length === 0) return [`no data: ${expr}`];

  const found = [];
  const points = series.flatMap(({ value, values = [value] }) => values.map(([, number]) => number));
  for (const odd of ['NaN', '+Inf', '-Inf']) {
    const count = points.filter(point => point === odd).length;
    if (count > 0) found.push(`${count} of ${points.length} points are ${odd}: ${expr}`);
  }
  for (const [, label] of (legend ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)) {
    if (!series.some(({ metric }) => label in metric)) {
      found.push(`no series has the label {{${label}}} of the legend: ${expr}`);
    }
  }
  return found;
}
