// Where each variant stands; of a run, what each of its parts came to. The words and ratios are the tool's own, so that
// the page says what the terminal and the report say.
import { figure, ratio } from '../shared/format.js';
import { fill, markup } from '../shared/markup.js';
import { glyph } from '../shared/markers.js';
import { shortened } from '../shared/names.js';
import { colour } from '../shared/series-styles.js';
import { byId, rem } from './dom.js';
import { isComparison, slotOf, state } from './state.js';

const LONGEST = 20;
const MARKS = { faster: '▲', slower: '▼', 'no difference': '=', baseline: '●', 'not yet clear': '…', withheld: '?' };

export function board() {
  const rows = isComparison() ? standing() : parts();
  const element = byId('board');
  const height = Math.min(element.clientHeight / Math.max(rows.length, 4), 2.6 * rem());
  const most = Math.max(1, ...rows.map(({ rps }) => rps ?? 0));

  // Rows stay who they are and move, so that one sees who overtook whom.
  rows.forEach((row, i) => {
    const line = lineOf(element, row);
    line.style.height = `${0.92 * height}px`;
    line.style.transform = `translateY(${i * height}px)`;
    line.classList.toggle('current', row.isCurrent);
    line.querySelector('i').style.width = `${(row.rps ?? 0) / most * 100}%`;
    row.cells.forEach(({ text, title = '' }, c) => {
      const cell = line.querySelectorAll('.cell')[c];
      [cell.textContent, cell.title] = [text, title];
    });
  });
}

function lineOf(element, { key, name, slot }) {
  const known = [...element.children].find(line => line.dataset.key === key);
  if (known) return known;
  const line = element.appendChild(document.createElement('div'));
  Object.assign(line, { className: `row ${slot.isBaseline && isComparison() ? 'base' : ''}` });
  Object.assign(line.dataset, { key, v: slot.index });
  fill(line, markup`<span>${glyph(slot, 8)}</span><span class="name" title="${name}">${shortened(name, LONGEST)}</span>
    <span class="bar"><i style="background:${colour(slot)}"></i></span>
    <span class="cell rps"></span><span class="cell"></span><span class="cell last"></span>`);
  return line;
}

function standing() {
  const { hello, standing: rows, phase, end } = state;
  const known = rows.map(row => row.variant);
  const unknown = hello.variants.filter(({ name }) => !known.includes(name))
    .map(({ name }) => ({ variant: name, rounds: 0, median: 0, ratio: null, verdict: '' }));
  return [...rows, ...unknown].map(row => ({
    key: row.variant,
    name: row.variant,
    slot: slotOf(row.variant),
    rps: row.median,
    isCurrent: !end && phase?.variant === row.variant,
    cells: [
      { text: row.rounds === 0 ? '–' : figure(row.median) },
      { text: row.verdict === 'baseline' ? 'base' : row.ratio === null ? '' : `×${ratio(row.ratio)}` },
      { text: MARKS[row.verdict] ?? '', title: titleOf(row) },
    ],
  }));
}

const titleOf = ({ verdict, lo, hi }) => lo === null || lo === undefined ? verdict : `${verdict}, 95 % interval ${ratio(lo)} to ${ratio(hi)}`;

function parts() {
  const { hello, slices, phase, end } = state;
  return hello.parts.map((name, i) => {
    const slice = slices[i];
    return {
      key: `${i}`,
      name,
      slot: slotOf(hello.variants[0].name),
      rps: slice?.rps,
      isCurrent: !end && phase?.kind === 'measure' && i === slices.length,
      cells: [{ text: figure(slice?.rps) }, { text: figure(slice?.p50) }, { text: figure(slice?.p99) }],
    };
  });
}
