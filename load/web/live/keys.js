// Keys, and the buttons that say which there are.
import { pin, release } from '../shared/highlight.js';
import { toggleTheme } from '../shared/theme.js';
import * as control from './control.js';
import { schedule, toggleFrozen } from './drawing.js';
import { slotOf, state } from './state.js';

const ACTIONS = {
  ' ': freeze,
  t: toggleTheme,
  f: fullScreen,
  a: control.annotate,
  s: control.stop,
  escape: release,
};

export function listen() {
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'INPUT') return;
    // A button that has the focus takes these for itself.
    if (event.target.closest('button, a') && [' ', 'Enter'].includes(event.key)) return;
    if (act(event.key.toLowerCase())) event.preventDefault();
  });
  document.addEventListener('click', event => {
    const key = event.target.closest('[data-key]')?.dataset.key;
    if (key !== undefined) act(key);
  });
}

function act(key) {
  if (/^[1-9]$/.test(key)) return focusOn(Number(key) - 1);
  if (!Object.hasOwn(ACTIONS, key)) return false;
  ACTIONS[key]();
  return true;
}

function freeze() {
  const isFrozen = toggleFrozen();
  document.querySelector('[data-key=" "]').lastChild.textContent = isFrozen ? ' Follow' : ' Freeze';
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** By standing; the same again lets go of it. */
function focusOn(place) {
  const row = state.standing[place];
  if (!row) return false;
  pin(String(slotOf(row.variant).index));
  schedule();
  return true;
}
