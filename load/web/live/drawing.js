// When the page is drawn: after an event, at most once a frame, and never where nobody sees it.
import { board } from './standings.js';
import { header } from './header.js';
import { now } from './current-trial.js';
import { race } from './throughput.js';
import { isComparison, state } from './state.js';
import { cpu } from './timeline-cpu.js';
import { latency } from './timeline-latency.js';
import { threads } from './timeline-threads.js';
import { tape } from './progress.js';

let isFrozen = false;
let isDue = false;

export function schedule() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(draw);
}

export function draw() {
  isDue = false;
  if (document.hidden) return;
  document.documentElement.classList.toggle('lost', state.connection === 'lost' && !state.end);
  document.documentElement.classList.toggle('single', !isComparison());
  header();
  if (!state.hello || isFrozen) return;
  tape();
  now();
  race();
  board();
  latency();
  cpu();
  threads();
}

/** @returns {boolean} whether it stands still now */
export function toggleFrozen() {
  isFrozen = !isFrozen;
  if (!isFrozen) schedule();
  return isFrozen;
}

export function redrawOnChange() {
  addEventListener('resize', schedule);
  document.addEventListener('themechange', schedule);
  document.addEventListener('visibilitychange', schedule);
  document.fonts?.ready.then(schedule);
}
