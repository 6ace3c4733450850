// The window of the room: the question with its answers, then the page of the load tool or the guesses and the ledger,
// then the finding.
import { markup, render } from '../shared/markup.js';
import { drawCode } from '../shared/qr-code.js';
import { currentTheme } from '../shared/theme.js';
import { drawHeadline } from './headline.js';
import { answerOf, byId, findingText, hasRun, isThumbnail } from './parts.js';
import { drawThenAndNow } from './pictures.js';

const SCENES = { question: drawQuestion, show: drawShow, picture: drawLedger, reveal: drawFinding, end: drawEnd };

export function drawRoom(page, acts, state) {
  if (!byId('scene')) {
    render(page, markup`<main id="scene" aria-live="polite"></main>
      <iframe id="show" title="What runs" hidden></iframe>`);
    document.addEventListener('themechange', setThemeInside);
    byId('show').addEventListener('load', setThemeInside);
  }
  document.title = acts[state.place]?.title ?? 'The end';
  showScene(acts, state);
  const act = acts[state.place];
  showInside(state.step === 'show' && isRunSeen(act, state) ? addressOf(act, state.show) : 'about:blank');
}

const isRunSeen = (act, state) => hasRun(act) && state.is_ready && !state.problem;

/** Draws the scene. A picture stays as it is while the state changes, because it draws itself. */
function showScene(acts, state) {
  const scene = byId('scene');
  const key = state.step === 'picture' ? String(state.show) : '';
  if (key && scene.dataset.picture === key) return;
  scene.dataset.picture = key;
  scene.ariaLive = key ? 'off' : 'polite';
  render(scene, SCENES[state.step](acts, state));
  scene.className = state.step;
  if (key) drawThenAndNow(state.then_and_now);
}

/** The address of the page of the load tool, which is loaded once for each show. */
const addressOf = ({ board }, show) => `live/?show=${show}${isThumbnail ? '&thumbnail' : ''}${
  board ? `#board=${encodeURIComponent(JSON.stringify(board))}` : ''}`;

/** Shows the page at an address inside the window. */
function showInside(address) {
  const frame = byId('show');
  frame.hidden = address === 'about:blank';
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

const choices = (act, state) => markup`<ol class="choices">${act.choices.map((choice, i) => {
  const isGuessed = state.guesses[state.place] === i + 1;
  return markup`<li class="${isGuessed && 'guessed'}">${choice}${isGuessed && markup` <span>you</span>`}</li>`;
})}</ol>`;

function drawQuestion(acts, state) {
  const act = acts[state.place];
  return markup`${place(acts, state)}<h1>${act.question}</h1>${choices(act, state)}`;
}

function drawShow(acts, state) {
  const act = acts[state.place];
  if (isRunSeen(act, state)) {
    return markup`<p class="asked">${act.question}${state.is_recorded && markup` <span class="recorded">recorded ${
      /[\d-]{10}/.exec(state.findings[state.place]?.source)}</span>`}</p>`;
  }
  if (hasRun(act) || state.problem) return drawWaiting(acts, state);
  return markup`${place(acts, state)}<h1>What you said, and what was measured</h1>${guesses(acts, state, state.place)}`;
}

function drawLedger(acts, state) {
  return markup`${place(acts, state)}<h1>Then → now</h1><p><b class="then">○</b> as published, <b>▮</b> measured with
    its interval, <b class="turned">▮</b> reversed</p><ul id="then-and-now"></ul>`;
}

function drawWaiting(acts, state) {
  return markup`${place(acts, state)}<h1>${state.problem ? 'This did not work here.' : 'Starting …'}</h1>
    ${state.problem && markup`<p>A recording will show it instead.</p>`}`;
}

function drawFinding(acts, state) {
  const act = acts[state.place];
  const finding = state.findings[state.place];
  if (!finding) {
    return markup`${place(acts, state)}<h1>${state.problem ? 'This did not work here.' : 'Still running …'}</h1>
      ${choices(act, state)}`;
  }
  const guess = state.guesses[state.place];
  return markup`${place(acts, state)}${drawHeadline(finding, act, guess)}<h1>${findingText(finding)}</h1>`;
}

/** The first acts with what the room guessed and what was measured. */
const guesses = (acts, state, count) => markup`<ul class="acts">${acts.slice(0, count).map((act, i) => markup`<li>
  <b>${act.title}</b> <span>${state.guesses[i] ? act.choices[state.guesses[i] - 1] : '–'}</span>
  <span class="measured">${measured(act, state.findings[i])}</span></li>`)}</ul>`;

/** The answer that the run has measured, or its recording. */
const measured = (act, finding) => act.choices[answerOf(act, finding?.headline ? finding : act.finding) - 1] ?? '–';

/** What the last act closes with, or all guesses; and the address of the repository, if the speaker has named it. */
function drawEnd(acts, state) {
  const { closing } = acts.at(-1);
  const where = state.address && markup`<div class="where">${drawCode(state.address)}<p>${state.address}</p></div>`;
  return closing.length > 0
    ? markup`<h1>Take this home</h1><ol class="closing">${closing.map(text => markup`<li>${text}</li>`)}</ol>${where}`
    : markup`<h1>What you said, and what was measured</h1>${guesses(acts, state, acts.length)}${where}`;
}
