// What the speaker sees of the computer, of the next act, and of the recording that stands by.
import { markup } from '../shared/markup.js';
import { findingText, hasRun } from './parts.js';

/** The share of time in which a thread waits for a processor, in percent, from which the computer is called busy. */
const BUSY = 10;

const good = text => markup`<span class="good">✓ ${text}</span>`;
const warning = text => markup`<span class="warning">! ${text}</span>`;

const MISSING = warning('There is no recording. make rehearse makes one.');

/** A run makes the computer busy, so its pressure says something only before. */
export function drawMachine({ cpu_pressure: pressure = null }, { step }) {
  if (pressure === null || step !== 'question') return '';
  return (pressure < BUSY ? good : warning)(
    `${pressure < BUSY ? 'quiet' : 'busy'}: CPU pressure ${Math.round(pressure)} %`);
}

/** What the speaker does if an act fails. An act that runs nothing cannot. */
export function drawPlanB(acts, { place, step }) {
  const act = acts[place];
  if (!act || !hasRun(act)) return '';
  return markup`<h2>If it fails</h2><p>${
    act.finding ? markup`<kbd>R</kbd> recording: ${findingText(act.finding)}` : MISSING}</p>
    ${step === 'show' && markup`<p><kbd>→</kbd> skip to the finding</p>`}`;
}

export function drawNext(acts, { place }) {
  const act = acts[place + 1];
  if (!act) return markup`<h2>Next</h2><p>${place < acts.length ? 'The last page' : 'Questions of the room'}</p>`;
  return markup`<h2>Next: ${place + 2} · ${act.title}</h2><p class="question">${act.question}</p>
    <p class="readiness">${hasRun(act) ? !act.finding && MISSING : 'shows published figures'}</p>`;
}
