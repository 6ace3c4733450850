// What the speaker sees of the computer, of the next act, and of the recording that stands by.
import { formatSeconds } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { findingText, hasRun } from './parts.js';
import { isTooLong } from './plan.js';

/** The share of time in which a thread waits for a processor, in percent, from which the computer is called busy. */
const BUSY = 10;

const good = text => markup`<span class="good">✓ ${text}</span>`;
const warning = text => markup`<span class="warning">! ${text}</span>`;

const MISSING = warning('There is no recording. make rehearse makes one.');

/** A run makes the computer busy, so its pressure says nothing while one goes on. */
export function drawMachine({ cpu_pressure: pressure = null }, { is_running: isRunning }) {
  if (pressure === null || isRunning) return '';
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
    <p class="readiness">${howItRuns(act)}</p>`;
}

function howItRuns(act) {
  if (!hasRun(act)) return markup`<span>shows published figures</span>`;
  return markup`${act.run_s && markup`<span>${formatSeconds(Math.round(act.run_s))}</span>`}${!act.finding && MISSING}
    ${isTooLong(act) && warning(`planned: ${formatSeconds(60 * act.minutes)}`)}`;
}
