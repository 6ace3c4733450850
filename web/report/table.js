// Tables of values. Each cell has the path of its value in the results.
import { markerIcon } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { valueAt } from './data.js';

/** @param {(value: any) => string} format */
export const valueCell = (path, format) => markup`<td data-path="${path.join('.')}">${format(valueAt(path))}</td>`;

export const nameLabel = ({ style, name }) => markup`<span class="name">${markerIcon(style)} ${name}</span>`;

/** A table with one row for each series. */
export const seriesTable = (columns, allSeries) => table(
  [allSeries.length > 1 ? 'Variant' : 'Run', ...columns.map(([heading]) => heading)],
  allSeries.map(series => [
    markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th>`,
    columns.map(([, path, format]) => valueCell([...series.path, ...path], format)),
  ]));

/** @param {Markup[][]} rows the cells of each row; the first one is a heading */
export const table = (headings, rows) => markup`<table class="figures">
  <thead><tr>${headings.map(heading => markup`<th scope="col">${heading}</th>`)}</tr></thead>
  <tbody>${rows.map(row => markup`<tr>${row}</tr>`)}</tbody></table>`;

/** The values of a chart as a table, which opens on request. */
export const tableDetails = (content, label = 'Show as a table') => markup`<details class="data">
  <summary>${label}</summary>
  <div class="scrollable" tabindex="0" role="region" aria-label="Values of the chart">${content}</div></details>`;
