// The section that tells how and where the results were measured, with the command that repeats the measurement.
import { markup } from '../../../web/shared/markup.js';
import { isSideBySide, result, results } from './data.js';
import { scrollable } from './section.js';

export const provenance = () => markup`<section class="slide" id="provenance">
  <h2>Environment, and how to repeat the run</h2>
  ${results.map(one => markup`<pre tabindex="0">${one.repeat}</pre>`)}
  ${isSideBySide ? provenanceTable() : markup`<dl class="provenance">${rowsOf(result).map(([label, value]) =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}</section>`;

const rowsOf = ({ provenance: rows, scenario, started, method }) => [
  ...rows, ['Request', scenario.request], ['Started', started], ['Method', method.centre],
  ...(method.interval === 'none' ? [] : [['Interval', method.interval]]),
];

function provenanceTable() {
  const labels = [...new Set(results.flatMap(one => rowsOf(one).map(([label]) => label)))];
  const columns = results.map(one => new Map(rowsOf(one)));
  const rows = labels.map(label => {
    const isDifferent = new Set(columns.map(column => column.get(label))).size > 1;
    return markup`<tr class="${isDifferent && 'different'}"><th scope="row">${isDifferent && '≠ '}${label}</th>${
      columns.map(column => markup`<td>${column.get(label) ?? '–'}</td>`)}</tr>`;
  });
  return scrollable('Environment', markup`<table class="provenances"><thead><tr><td></td>${results.map(({ id }) =>
    markup`<th scope="col">${id}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`);
}
