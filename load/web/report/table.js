// Tables of figures. Each figure carries the path at which the result has it.
import { markup } from '../shared/markup.js';
import { glyph } from '../shared/markers.js';
import { at } from './data.js';

/** @param {(value: any) => string} format how the value reads */
export const cell = (path, format) => markup`<td data-path="${path.join('.')}">${format(at(path))}</td>`;

export const nameOf = ({ slot, name }) => markup`<span class="name">${glyph(slot)} ${name}</span>`;

/** A row for each subject. */
export const subjectTable = (columns, subjects) => table(
  [subjects.length > 1 ? 'Variant' : 'Run', ...columns.map(([heading]) => heading)],
  subjects.map(subject => [
    markup`<th scope="row" data-v="${subject.index}">${nameOf(subject)}</th>`,
    columns.map(([, path, format]) => cell([...subject.path, ...path], format)),
  ]));

/** @param {Markup[][]} rows cells, of which the first is a heading */
export const table = (headings, rows) => markup`<table class="figures"><thead><tr>${headings.map(heading =>
  markup`<th scope="col">${heading}</th>`)}</tr></thead><tbody>${rows.map(row => markup`<tr>${row}</tr>`)}</tbody></table>`;

/** A chart's figures, folded up beneath it. */
export const folded = content => markup`<details class="data"><summary>The same as a table</summary>
  <div class="scrolls" tabindex="0" role="region" aria-label="Figures of the chart">${content}</div></details>`;
