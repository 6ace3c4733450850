// Where the figures come from, and how to get them again.
import { markup } from '../shared/markup.js';
import { isBeside, result, results } from './data.js';

export const provenance = () => markup`<section class="slide" id="provenance"><h2>Made on, and how to make it again</h2>
  ${results.map(one => markup`<pre tabindex="0">${one.repeat}</pre>`)}
  ${isBeside ? sideBySide() : markup`<dl class="provenance">${rows(result).map(([label, value]) =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}</section>`;

const rows = one => [...one.provenance, ['Request', one.scenario.request], ['Started', one.started], ['Method', one.method.centre],
  ...(one.method.interval === 'none' ? [] : [['Interval', one.method.interval]])];

function sideBySide() {
  const labels = [...new Set(results.flatMap(one => rows(one).map(([label]) => label)))];
  const all = results.map(one => new Map(rows(one)));
  return markup`<div class="scrolls" tabindex="0" role="region" aria-label="Provenance"><table class="provenances"><thead><tr><td></td>${
    results.map(({ id }) => markup`<th scope="col">${id}</th>`)}</tr></thead><tbody>${labels.map(label => {
      const isUnlike = new Set(all.map(one => one.get(label))).size > 1;
      return markup`<tr class="${isUnlike && 'unlike'}"><th scope="row">${isUnlike && '≠ '}${label}</th>${all.map(one =>
        markup`<td>${one.get(label) ?? '–'}</td>`)}</tr>`;
    })}</tbody></table></div>`;
}
