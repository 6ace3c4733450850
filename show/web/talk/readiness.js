// What the speaker sees of the computer, of the next act, and of the recording that stands by.
import { formatSeconds } from '../../../web/shared/format.js';
import { markup } from '../../../web/shared/markup.js';
import { findingText } from './parts.js';
import { isTooLong } from './plan.js';

/** The share of time in which a thread waits for a processor, in percent, from which the computer is called busy. */
const BUSY = 10;

const good = text => markup`<span class="good">✓ ${text}</span>`;
const warning = text => markup`<span class="warning">! ${text}</span>`;

/** A run makes the computer busy, so its pressure says nothing while one goes on. */
export function drawMachine({ cpu_pressure: pressure = null, battery = null }, { is_running: isRunning }) {
  const isKnown = pressure !== null && !isRunning;
  return markup`${isKnown && (pressure < BUSY ? good : warning)(
    `${pressure < BUSY ? 'quiet' : 'busy'}: CPU pressure ${Math.round(pressure)} %`)}
    ${battery !== null && warning(`on battery: ${battery} %`)}`;
}

const dayText = date => new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** What the speaker does if an act fails. An act that runs nothing cannot. */
export function drawPlanB(acts, readiness, { place, step }) {
  const ready = readiness[place];
  if (!ready || acts[place].runs.length === 0) return '';
  return markup`<h2>If it fails</h2><p>${ready.recorded
    ? markup`<kbd>R</kbd> recording of ${dayText(ready.recorded_on)}: ${findingText({ text: ready.recorded })}`
    : warning('There is no recording. make rehearse makes one.')}</p>
    ${step === 'show' && markup`<p><kbd>→</kbd> skip to the finding</p>`}`;
}

export function drawNext(acts, readiness, { place }) {
  const [act, ready] = [acts[place + 1], readiness[place + 1]];
  if (!act) return markup`<h2>Next</h2><p>${place < acts.length ? 'The last page' : 'Questions of the room'}</p>`;
  return markup`<h2>Next: ${place + 2} · ${act.title}</h2><p class="question">${act.question}</p>
    ${ready && markup`<p class="readiness">${howItRuns(act, ready)}</p>`}`;
}

function howItRuns(act, { is_recorded: isRecorded, recorded, run_s: time }) {
  if (act.runs.length === 0) return markup`<span>shows published figures</span>`;
  return markup`<span>${isRecorded ? 'recorded' : 'live'}${time && `, ${formatSeconds(Math.round(time))}`}</span>
    ${!recorded && warning('no recording')}
    ${isTooLong(act, time) && warning(`planned: ${formatSeconds(60 * act.minutes)}`)}`;
}
