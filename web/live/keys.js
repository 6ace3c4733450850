// The keyboard shortcuts of the live page, and the buttons that do the same.
import { clearHighlight, togglePin } from '../shared/highlight.js';
import { toggleTheme } from '../shared/theme.js';
import { changeConnections, showVariant, stopRun, toggleProof, toggleService } from './control.js';
import { scheduleDrawing, toggleFrozen } from './drawing.js';
import { isReplay, togglePlaying } from './replay.js';
import { isStage, state, styleOf } from './state.js';

const ACTIONS = {
  ' ': isReplay ? togglePlaying : freeze,
  t: toggleTheme,
  f: toggleFullScreen,
  s: stopRun,
  k: toggleService,
  v: toggleProof,
  arrowup: () => changeConnections(2),
  arrowdown: () => changeConnections(0.5),
  escape: clearHighlight,
};

export function listenToKeys() {
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'INPUT') return;
    // When a button or a link has the focus, Space and Enter press it and are no shortcuts.
    if (event.target.closest('button, a') && [' ', 'Enter'].includes(event.key)) return;
    if (runAction(event.key.toLowerCase())) event.preventDefault();
  });
  document.addEventListener('click', event => {
    const key = event.target.closest('[data-key]')?.dataset.key;
    if (key !== undefined) runAction(key);
  });
}

function runAction(key) {
  // The tenth variant has the key 0, as on the keyboard.
  if (isStage() && key === '0') return showVariant(9);
  if (/^[1-9]$/.test(key)) return (isStage() ? showVariant : highlightStanding)(Number(key) - 1);
  if (!Object.hasOwn(ACTIONS, key)) return false;
  // An action that does nothing leaves the key to the browser: the arrows scroll every page but the stage.
  return ACTIONS[key]() !== false;
}

function freeze() {
  const isFrozen = toggleFrozen();
  document.querySelector('[data-key=" "]').lastChild.textContent = isFrozen ? ' Resume' : ' Freeze';
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** Keeps the variant at a place in the ranking highlighted, or ends the highlight if it was kept already. */
function highlightStanding(place) {
  const row = state.standings[place];
  if (!row) return false;
  togglePin(String(styleOf(row.variant).index));
  scheduleDrawing();
  return true;
}
