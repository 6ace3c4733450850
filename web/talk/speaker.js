// The window of the speaker: the acts, what to say, what the room sees, what comes next, whether this computer is ready,
// and buttons that do what the keys do.
import { markup, render } from '../shared/markup.js';
import { answerOf, byId, findingText, hasRun } from './parts.js';
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

/** Milliseconds between two drawings of the beat, and between two readings of the computer. */
const BEAT_INTERVAL = 250;
const READINESS_INTERVAL = 5000;

let talk = null;
let readiness = {};

export function drawSpeaker(page, acts, state) {
  const isFirst = talk === null;
  talk = { acts, state };
  if (isFirst) {
    render(page, layout());
    readReadiness();
    setInterval(drawBeat, BEAT_INTERVAL);
    setInterval(readReadiness, READINESS_INTERVAL);
  }
  const act = acts[state.place];
  document.title = `Notes: ${act?.title ?? 'the end'}`;
  render(byId('plan'), acts.map(planCell));
  render(byId('script'), script(act));
  byId('forward').textContent = state.step === 'show' && !hasRun(act) ? 'Show the picture' : FORWARD[state.step];
  drawReadiness();
  drawBeat();
}

const layout = () => markup`<header><ol id="plan" aria-label="The acts"></ol><span id="machine"></span></header>
  <main><div><section class="card" id="script"></section></div>
    <div><section class="card"><h2>The room sees</h2>${thumbnail()}</section>
      <section class="card" id="next"></section><section class="card" id="plan-b"></section></div></main>
  <footer><button data-post="back"><kbd>←</kbd> Back</button>
    <button data-post="forward"><kbd>→</kbd> <span id="forward"></span></button>
    <button data-post="recording"><kbd>R</kbd> Recording</button>
    <span class="quiet"><kbd>1–4</kbd> the answer of the room</span></footer>`;

function planCell({ title }, i) {
  const { place } = talk.state;
  return markup`<li class="${i < place ? 'done' : i === place && 'current'}" title="${title}" ${
    i === place && markup`aria-current="step"`}>${i + 1}</li>`;
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
    ${act && (hasBeats ? beatList(act) : markup`<div class="notes">${paragraphs(act.notes)}</div>${
      state.step !== 'reveal' && asked(act)}`)}
    ${finding && !isAhead && markup`<p class="finding">${findingText(finding)}</p>
      <p class="quiet">${finding.headline ? `${finding.headline.interval} ${act.unit}` : 'R shows the recording.'}</p>`}`;
}

const paragraphs = text => text.trim().split('\n').map(line => markup`<p>${line}</p>`);

const beatList = act => markup`<ol id="beats">${act.beats.map(({ at_s: at, say }) => markup`<li><b>${at} s</b>
  <span>${say}</span></li>`)}</ol>`;

const asked = act => markup`<p class="quiet">Asked: ${act.question}</p><ol class="quiet">${act.choices.map(
  (choice, i) => markup`<li>${choice}${i + 1 === answerOf(act, act.finding) && ' (measured)'}${
    talk.state.guesses[talk.state.place] === i + 1 && ' (the room)'}</li>`)}</ol>`;

function now(act, state) {
  if (state.problem) return `It failed: ${state.problem} R shows the recording.`;
  const kind = state.step === 'show' && state.is_recorded ? ' It is a recording.' : '';
  const text = state.step === 'show' && !hasRun(act) ? 'The room sees its guesses.' : NOW[state.step];
  return text + kind + (state.step === 'reveal' && !state.findings[state.place] ? ' The run goes on.' : '');
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

/** Marks what is said at this time of the run. */
function drawBeat() {
  if (!byId('beats')) return;
  const { beats } = talk.acts[talk.state.place];
  const current = beats.findLastIndex(({ at_s: at }) => at <= (runTime(talk.state) ?? -1));
  [...byId('beats').children].forEach((line, i) => {
    line.className = i < current ? 'past' : i === current ? 'current' : '';
    line.ariaCurrent = String(i === current);
  });
}
