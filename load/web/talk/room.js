// The window of the room: the question with its answers, then the page of the load tool, then the finding.
import { markup, render } from '../shared/markup.js';
import { currentTheme } from '../shared/theme.js';
import { byId, findingText } from './parts.js';

const SCENES = { question: drawQuestion, show: drawWaiting, reveal: drawFinding, end: drawEnd };

export function drawRoom(page, acts, state) {
  if (!byId('scene')) {
    render(page, markup`<main id="scene" aria-live="polite"></main>
      <iframe id="show" title="What runs" hidden></iframe><div id="black" hidden></div>`);
    document.addEventListener('themechange', setThemeInside);
    byId('show').addEventListener('load', setThemeInside);
  }
  document.title = acts[state.place]?.title ?? 'The end';
  render(byId('scene'), SCENES[state.step](acts, state));
  byId('scene').className = state.step;
  byId('black').hidden = !state.is_black;
  showInside(state.step === 'show' && state.is_ready && !state.problem, state.show);
}

/** Shows the page of the load tool, which is loaded once for each show. */
function showInside(isShown, show) {
  const frame = byId('show');
  frame.hidden = !isShown;
  const address = isShown ? `live/?show=${show}` : 'about:blank';
  if (frame.getAttribute('src') !== address) frame.src = address;
}

/** Gives the page of the load tool the theme of the room. */
function setThemeInside() {
  const inside = byId('show').contentDocument;
  inside.documentElement.dataset.theme = currentTheme();
  inside.dispatchEvent(new CustomEvent('themechange'));
}

const place = (acts, state) =>
  markup`<p class="place"><b>${state.place + 1}</b> of ${acts.length} · ${acts[state.place].title}</p>`;

const choices = (act, state, answer) => markup`<ol class="choices">${act.choices.map((choice, i) => {
  const isGuessed = state.guesses[state.place] === i + 1;
  const isAnswer = answer === i + 1;
  return markup`<li class="${isGuessed && 'guessed'} ${isAnswer && 'answer'}">${choice}${
    isGuessed && markup` <span>you</span>`}${isAnswer && markup` <span>measured</span>`}</li>`;
})}</ol>`;

function drawQuestion(acts, state) {
  const act = acts[state.place];
  return markup`${place(acts, state)}<h1>${act.question}</h1>${choices(act, state)}`;
}

function drawWaiting(acts, state) {
  return markup`${place(acts, state)}<h1>${state.problem ? 'This did not work here.' : 'Starting …'}</h1>
    ${state.problem && markup`<p>Its recording will show it.</p>`}`;
}

function drawFinding(acts, state) {
  const act = acts[state.place];
  const finding = state.findings[state.place];
  return markup`${place(acts, state)}
    <h1>${finding ? findingText(finding) : (state.is_running ? 'Still running …' : 'This did not work here.')}</h1>
    ${choices(act, state, finding && act.answer)}`;
}

/** All acts with what the room guessed and what was measured. */
function drawEnd(acts, state) {
  return markup`<h1>What you said, and what was measured</h1><ul class="acts">${acts.map((act, i) => markup`<li>
    <b>${act.title}</b> ${state.guesses[i] ? act.choices[state.guesses[i] - 1] : '–'}
    <span class="measured">${act.choices[act.answer - 1]}</span></li>`)}</ul>`;
}
