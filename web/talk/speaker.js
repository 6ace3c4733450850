// The window of the speaker: the clock and the plan, what to say, what the room sees, what comes next, whether this
// computer is ready, and buttons that do what the keys do.
import { formatClock } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { byId, findingText, hasRun } from './parts.js';
import { beatAt, delayOf, delayText, isTooLong, plannedTime } from './plan.js';
import { drawNext, drawPlanB, drawMachine } from './readiness.js';
import { runTime, thumbnail } from './thumbnail.js';

const FORWARD = {
  question: 'Start it', show: 'Show the finding', picture: 'Show the finding', reveal: 'Next act', end: 'The end',
};
const NOW = {
  question: 'The room sees the question.', show: 'The room sees the run.',
  picture: 'The room sees the picture.', reveal: 'The room sees the finding.',
  end: 'The room sees the last page.',
};

/** Milliseconds between two drawings of what changes with time, and between two readings of the computer. */
const CLOCK_INTERVAL = 250;
const READINESS_INTERVAL = 5000;

let talk = null;
let readiness = {};

export function drawSpeaker(page, acts, state) {
  const isFirst = talk === null;
  talk = { acts, state };
  if (isFirst) {
    render(page, layout());
    readReadiness();
    setInterval(drawTimes, CLOCK_INTERVAL);
    setInterval(readReadiness, READINESS_INTERVAL);
  }
  const act = acts[state.place];
  document.title = `Notes: ${act?.title ?? 'the end'}`;
  render(byId('plan'), acts.map(planCell));
  render(byId('script'), script(act));
  byId('forward').textContent = forwardText(act);
  byId('black-or-not').textContent = state.is_black ? 'Show again' : 'Black';
  drawReadiness();
  drawTimes();
}

function forwardText(act) {
  const { step, next_cue: cue } = talk.state;
  if (cue) return cue.proof ? 'Prove it' : `Show ${cue.variant}`;
  return step === 'show' && !hasRun(act) ? 'Show the picture' : FORWARD[step];
}

const layout = () => markup`<header><b id="clock" class="number"></b><span id="delay" class="quiet"></span>
    <span id="machine"></span><ol id="plan" aria-label="The acts"></ol></header>
  <main><div><section class="card" id="script"></section></div>
    <div><section class="card"><h2>The room sees</h2>${thumbnail()}</section>
      <section class="card" id="next"></section><section class="card" id="plan-b"></section></div></main>
  <footer><button data-post="back"><kbd>←</kbd> Back</button>
    <button data-post="forward"><kbd>→</kbd> <span id="forward"></span></button>
    <button data-post="recording"><kbd>R</kbd> Recording</button>
    <button data-post="black"><kbd>B</kbd> <span id="black-or-not"></span></button>
    <span class="quiet"><kbd>1–4</kbd> the answer of the room</span>
    <span class="quiet"><kbd>G</kbd> and a digit: that act</span></footer>`;

function planCell({ minutes }, i) {
  const { place } = talk.state;
  return markup`<li class="${i < place ? 'done' : i === place && 'current'}" style="flex-grow:${minutes}" ${
    i === place && markup`aria-current="step"`}><b>${i + 1}</b> <span class="mark"></span></li>`;
}

/** What is said: beside a run in the seconds of the run, and otherwise the notes. */
function script(act) {
  const { state } = talk;
  const finding = state.findings[state.place];
  // The finding of a recording is known before the room sees it.
  const isAhead = state.step === 'question' || (state.step === 'show' && state.is_recorded);
  const hasBeats = state.step === 'show' && act.beats.length > 0 && !state.problem;
  return markup`<h1>${act ? `${state.place + 1} · ${act.title}` : 'The end'}</h1>
    <p class="${state.problem ? 'failed' : 'now'}" role="status">${now(act, state)}</p>
    ${act && (hasBeats ? beats(act) : markup`<div class="notes">${paragraphs(act.notes)}</div>${
      state.step !== 'reveal' && asked(act)}`)}
    ${finding && !isAhead && markup`<p class="finding">${findingText(finding)}</p>
      <p class="quiet">${finding.interval} ${act.unit}${!finding.holds && '. R shows the recording.'}</p>`}`;
}

const paragraphs = text => text.trim().split('\n').map(line => markup`<p>${line}</p>`);

const beats = act => markup`<ol id="beats">${act.beats.map(({ at_s: at, say }) => markup`<li><b>${at} s</b>
  <span>${say}</span></li>`)}</ol>`;

const asked = act => markup`<p class="quiet">Asked: ${act.question}</p><ol class="quiet">${act.choices.map(
  (choice, i) => markup`<li>${choice}${i + 1 === act.answer && ' (measured)'}${
    talk.state.guesses[talk.state.place] === i + 1 && ' (the room)'}</li>`)}</ol>`;

function now(act, state) {
  if (state.problem) return `It failed: ${state.problem} R shows the recording.`;
  const kind = state.step === 'show' && state.is_recorded ? ' It is a recording.' : '';
  const isWarm = state.step === 'question' && state.is_prepared ? ' Its services are warm.' : '';
  const text = state.step === 'show' && !hasRun(act) ? 'The room sees its guesses.' : NOW[state.step];
  return text + kind + isWarm + (state.step === 'reveal' && state.is_running ? ' The run goes on.' : '');
}

async function readReadiness() {
  const answer = await fetch('readiness').catch(() => null);
  if (!answer?.ok) return;
  readiness = await answer.json();
  drawReadiness();
}

function drawReadiness() {
  const { acts, state } = talk;
  render(byId('machine'), drawMachine(readiness, state));
  render(byId('plan-b'), drawPlanB(acts, state));
  render(byId('next'), drawNext(acts, state));
}

/** Draws what changes with time: the clock, what is left of the act, and the beat. */
function drawTimes() {
  const { acts, state } = talk;
  const since = time => time === null ? 0 : Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const [talkTime, actTime] = [since(state.started), since(state.act_started)];
  const delay = delayOf(acts, state.place, talkTime, actTime);
  const text = delayText(delay);
  byId('clock').textContent = formatClock(talkTime);
  byId('delay').textContent = `of ${formatClock(plannedTime(acts))}${state.started === null ? '' : ` · ${text}`}`;
  byId('clock').classList.toggle('late', text.endsWith('behind'));
  acts.forEach((act, i) => { byId('plan').children[i].querySelector('.mark').textContent = mark(act, i, actTime); });
  drawBeat(acts[state.place]);
}

function mark(act, i, actTime) {
  const left = 60 * act.minutes - actTime;
  const warning = isTooLong(act) ? '! ' : '';
  return warning + (i === talk.state.place ? `· ${formatClock(Math.abs(left))} ${left < 0 ? 'over' : 'left'}` : '');
}

function drawBeat(act) {
  if (!byId('beats')) return;
  const current = beatAt(act.beats, runTime(talk.state) ?? -1);
  [...byId('beats').children].forEach((line, i) => {
    line.className = i < current ? 'past' : i === current ? 'current' : '';
    line.ariaCurrent = String(i === current);
  });
}
