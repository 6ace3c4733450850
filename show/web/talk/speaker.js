// The window of the speaker: the notes, what comes next, and buttons that do what the keys do.
import { markup, render } from '../../../web/shared/markup.js';
import { byId, findingText } from './parts.js';

const NEXT = {
  question: 'Start it', show: 'Show the finding', picture: 'Show the finding', reveal: 'Next act', end: 'The end',
};
const NOW = {
  question: 'The room sees the question.', show: 'The room sees the run.',
  picture: 'The room sees the picture.', reveal: 'The room sees the finding.',
  end: 'The room sees the last page.',
};

let started = { place: -1, at: 0 };

export function drawSpeaker(page, acts, state) {
  if (started.place !== state.place) started = { place: state.place, at: Date.now() };
  const act = acts[state.place];
  const finding = state.findings[state.place];
  document.title = `Notes: ${act?.title ?? 'the end'}`;
  render(page, markup`<header><span>${act ? markup`<b>${state.place + 1}</b> of ${acts.length}` : ''}</span>
      <span id="timer" class="number"></span></header>
    <main><h1>${act?.title ?? 'The end'}</h1><p class="now" role="status">${now(state)}</p>
      ${act && markup`<p class="notes">${act.notes}</p>
        <p class="quiet">Asked: ${act.question}</p><ol class="quiet">${act.choices.map((choice, i) => markup`<li>${
          choice}${i + 1 === act.answer && ' (measured)'}${
          state.guesses[state.place] === i + 1 && ' (the room)'}</li>`)}</ol>`}
      ${finding && markup`<p class="finding">${findingText(finding)}</p>
        <p class="quiet">${finding.interval} ${finding.unit}${!finding.holds && '. R shows the recording.'}</p>`}</main>
    <footer><button data-post="back"><kbd>←</kbd> Back</button>
      <button data-post="forward"><kbd>→</kbd> ${
        state.step === 'show' && act.picture ? 'Show the picture' : NEXT[state.step]}</button>
      <button data-post="recording"><kbd>R</kbd> Recording</button>
      <button data-post="black"><kbd>B</kbd> ${state.is_black ? 'Show again' : 'Black'}</button>
      <span class="quiet"><kbd>1–4</kbd> the answer of the room</span>
      <span class="quiet"><kbd>G</kbd> and a digit: that act</span></footer>`);
  drawTimer();
}

function now(state) {
  if (state.problem) return `It failed: ${state.problem} R shows the recording.`;
  const kind = state.step === 'show' && state.is_recorded ? ' It is a recording.' : '';
  return NOW[state.step] + kind + (state.step === 'reveal' && state.is_running ? ' The run goes on.' : '');
}

function drawTimer() {
  const seconds = Math.floor((Date.now() - started.at) / 1000);
  if (byId('timer')) {
    byId('timer').textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} in this act`;
  }
}

setInterval(drawTimer, 1000);
