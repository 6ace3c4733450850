// The legend is a control: what it points at is shown in every chart, and all else dimmed.
import * as focus from '../shared/highlight.js';
import { markup } from '../shared/markup.js';
import { swatch } from '../shared/markers.js';
import { result, subjects } from './data.js';
import { $$ } from './dom.js';
import { stamp } from './summary.js';
import { shortened } from '../shared/names.js';

const groups = Object.keys(result.groups);
const ofNoGroup = subjects.filter(({ group }) => !groups.includes(group));

export const legend = () => subjects.length > 1 && markup`<div class="legend" role="group" aria-label="Variants: show one by itself">
  <div>${groups.map(name => markup`<p><span title="${result.groups[name]}">${name}</span>${
    subjects.filter(({ group }) => group === name).map(button)}</p>`)}
  ${ofNoGroup.length > 0 && markup`<p>${ofNoGroup.map(button)}</p>`}</div>${stamp()}</div>`;

const button = ({ index, name, slot }) => markup`<button data-pick="${index}" class="${slot.isBaseline && 'base'}" aria-pressed="false"
  title="${name}">${swatch(slot)}<span>${shortened(name)}</span></button>`;

export function listen() {
  if (subjects.length < 2) return;
  const pickOf = event => event.target.closest?.('[data-pick]')?.dataset.pick;
  const show = event => focus.hover(pickOf(event) ?? event.target.closest?.('section [data-v]')?.dataset.v ?? null);
  document.addEventListener('pointerover', show);
  document.addEventListener('focusin', show);
  document.addEventListener('click', event => {
    const number = pickOf(event);
    if (number === undefined) return;
    focus.pin(number);
    markPressed();
  });
}

export function release() {
  focus.release();
  markPressed();
}

function markPressed() {
  for (const one of $$('[data-pick]')) one.setAttribute('aria-pressed', String(one.dataset.pick === focus.pinnedVariant()));
}
