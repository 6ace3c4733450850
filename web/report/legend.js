// The legend of the charts. Pointing at a name highlights its series in every chart; clicking the name keeps the
// highlight.
import { shortenName } from '../shared/format.js';
import { clearHighlight, highlight, keepVisible, pinnedSeries, togglePin } from '../shared/highlight.js';
import { legendSwatch } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { allSeries } from './data.js';
import { $$ } from './dom.js';
import { invalidLabel } from './summary.js';

export const legend = () => allSeries.length > 1 && markup`<div class="legend" role="group"
  aria-label="Variants: highlight one"><div><p>${allSeries.map(button)}</p></div>${invalidLabel()}</div>`;

const button = ({ index, name, style }) => markup`<button data-highlight="${index}" aria-pressed="false"
  class="${style.isBaseline && 'base'}" title="${name}">${legendSwatch(style)}
  <span>${shortenName(name)}</span></button>`;

export function listenToLegend() {
  if (allSeries.length < 2) return;
  keepVisible(String(allSeries.find(({ style }) => style.isBaseline)?.index));
  const buttonNumber = event => event.target.closest?.('[data-highlight]')?.dataset.highlight;
  const chartNumber = event => event.target.closest?.('section [data-v]')?.dataset.v;
  const highlightTarget = event => highlight(buttonNumber(event) ?? chartNumber(event) ?? null);
  document.addEventListener('pointerover', highlightTarget);
  document.addEventListener('focusin', highlightTarget);
  document.addEventListener('click', event => {
    const number = buttonNumber(event);
    if (number === undefined) return;
    togglePin(number);
    updateButtons();
  });
}

/** Removes the highlight. */
export function clearLegend() {
  clearHighlight();
  updateButtons();
}

function updateButtons() {
  for (const element of $$('[data-highlight]')) {
    element.setAttribute('aria-pressed', String(element.dataset.highlight === pinnedSeries()));
  }
}
