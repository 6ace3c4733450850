// The table that ranks the variants of a comparison. Ratios and verdicts come from the load tool, so that the live page
// agrees with the terminal and with the report.
import { formatNumber, formatRatio, shortenName } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { markerIcon } from '../shared/markers.js';
import { seriesColour } from '../shared/series-styles.js';
import { byId, rem } from './dom.js';
import { stageRows } from './stage.js';
import { isComparison, isStage, state, styleOf } from './state.js';

const LONGEST_NAME = 20;
const VERDICT_MARKS = {
  faster: '▲', slower: '▼', same: '=', 'cannot tell': '?', withheld: '–',
};

export function drawStandings() {
  if (!byId('standings')) return;
  const rows = isStage() ? stageRows() : variantRows();
  const height = Math.min(byId('standings').clientHeight / Math.max(rows.length, 4), 2.6 * rem());
  const highest = Math.max(1, ...rows.map(({ rps }) => rps ?? 0));

  // The row of a variant keeps its element and moves to its new position, so that the audience sees which variant
  // overtakes another.
  rows.forEach((row, i) => {
    const element = rowElement(row);
    element.style.height = `${0.92 * height}px`;
    element.style.fontSize = `min(1rem, ${0.95 * height}px)`;
    element.style.transform = `translateY(${i * height}px)`;
    element.classList.toggle('current', row.isCurrent);
    element.querySelector('i').style.width = `${(row.rps ?? 0) / highest * 100}%`;
    row.cells.forEach(({ text, title = '' }, c) => {
      const cell = element.querySelectorAll('.cell')[c];
      [cell.textContent, cell.title] = [text, title];
    });
  });
}

function rowElement({ key, name, style }) {
  const container = byId('standings');
  const existing = [...container.children].find(row => row.dataset.key === key);
  if (existing) return existing;
  const row = container.appendChild(document.createElement('div'));
  row.className = `row ${style.isBaseline && isComparison() ? 'base' : ''}`;
  Object.assign(row.dataset, { key, v: style.index });
  render(row, markup`<span>${markerIcon(style, 8)}</span>
    <span class="name" title="${name}">${shortenName(name, LONGEST_NAME)}</span>
    <span class="bar"><i style="background:${seriesColour(style)}"></i></span>
    <span class="cell rps"></span><span class="cell"></span><span class="cell last"></span>`);
  return row;
}

function variantRows() {
  const { run, standings, phase, end } = state;
  // There is no rank and no bar before all have been measured: the only one so far would stand first, with a full bar.
  const isRanked = standings.length > 0 && standings.every(({ rounds }) => rounds > 0);
  const rows = isRanked ? standings : run.variants.map(({ name }) =>
    standings.find(row => row.variant === name) ?? { variant: name, rounds: 0, rate: 0, ratio: null });
  return rows.map(row => ({
    key: row.variant,
    name: row.variant,
    style: styleOf(row.variant),
    rps: isRanked ? row.rate : null,
    isCurrent: !end && phase !== null && phase.variant === row.variant,
    cells: [
      { text: row.rounds === 0 ? '–' : formatNumber(row.rate) },
      { text: row.variant === run.baseline ? 'base' : row.ratio === null ? '' : `×${formatRatio(row.ratio)}` },
      { text: row.variant === run.baseline ? '●' : VERDICT_MARKS[row.verdict] ?? '', title: verdictTitle(row) },
    ],
  }));
}

const verdictTitle = ({ verdict, lo, hi }) => lo === null || lo === undefined
  ? verdict ?? ''
  : `${verdict || 'so far'}: interval ${formatRatio(lo)} to ${formatRatio(hi)}`;
