// Shows the charts of docs/ without a library. GitHub draws them from Mermaid's xychart; here each value is a bar in a
// table, which also fits on a phone.
import { markup } from '../../web/shared/markup.js';

/**
 * @param {string} source a chart with a title, an x-axis with names or numbers, a y-axis with a unit, and bars or lines
 * @returns {string} the chart as HTML
 */
export function renderBarChart(source) {
  const find = (pattern, what) => {
    const found = pattern.exec(source);
    if (!found) throw new Error(`The chart has no ${what}:\n${source}`);
    return found;
  };
  const [, title] = find(/^ *title "(.+)"$/m, 'title');
  const names = JSON.parse(find(/^ *x-axis .*?(\[.+\])$/m, 'x-axis')[1]);
  const [, unit, end] = find(/^ *y-axis "(.+)" 0 --> (\S+)$/m, 'y-axis from 0');
  const colors = find(/"plotColorPalette": "(.+?)"/, 'palette')[1].split(', ');
  const series = [...source.matchAll(/^ *(?:bar|line) (\[.+\])$/gm)].map(([, values]) => JSON.parse(values));
  if (series.length === 0 || series.some(values => values.length !== names.length)) {
    throw new Error(`The chart does not have a value for each name:\n${source}`);
  }
  const bar = (value, i) => markup`<div class="bar"><i style="width:${Math.round(value / end * 85)}%;background:${
    colors[i]}"></i>${value}</div>`;
  const row = (name, i) => markup`<tr><th scope="row">${name}</th><td>${
    series.map((values, j) => bar(values[i], j))}</td></tr>`;
  return markup`<table class="chart"><caption>${title} (${unit})</caption>${names.map(row)}</table>\n`.text;
}
