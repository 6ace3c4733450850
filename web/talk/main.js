// The pages of a talk: the window of the room, and that of the speaker with the notes. Both show the same state, which
// the server sends after each change.
import { initializeTheme, toggleTheme } from '../shared/theme.js';
import { byId, isThumbnail } from './parts.js';
import { drawRoom } from './room.js';
import { drawSpeaker } from './speaker.js';

const KEYS = {
  ' ': 'forward', arrowright: 'forward', pagedown: 'forward', arrowleft: 'back', pageup: 'back', r: 'recording',
};

/** Milliseconds in which a second press of the same key is ignored. */
const BOUNCE = 700;

const isSpeaker = location.pathname.endsWith('/speaker');

const post = path => fetch(`api/${path}`, { method: 'POST' }).catch(() => showDeath(true));

/** The keys that an element with the focus has for itself. */
function ownKeys(element) {
  if (element.closest('button, a')) return [' ', 'Enter'];
  return element.closest('input') ? ['ArrowLeft', 'ArrowRight'] : [];
}

/** The last key that did something, and when: a clicker that bounces presses it twice. */
let last = { key: '', at: -Infinity };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || ownKeys(event.target).includes(event.key)) return;
  const key = event.key.toLowerCase();
  const action = actionOf(key);
  if (!action) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const now = performance.now();
  if (key === last.key && now - last.at < BOUNCE) return;
  last = { key, at: now };
  action();
}

/** What a key does. A digit is the answer of the room. */
function actionOf(key) {
  if (/^[1-4]$/.test(key)) return () => post(`guess/${key}`);
  if (Object.hasOwn(KEYS, key)) return () => post(KEYS[key]);
  return { t: toggleTheme, f: () => document.documentElement.requestFullscreen?.() }[key];
}

/** Says in the window of the speaker that the program has ended. The room does not need to know. */
function showDeath(isDead) {
  byId('dead').hidden = !isDead || !isSpeaker;
}

// Who clicks into the page of the load tool gives it the focus. The keys of the talk go on to work there.
function listenInside(event) {
  if (event.target.tagName === 'IFRAME') event.target.contentWindow.addEventListener('keydown', onKey, true);
}

async function start() {
  initializeTheme('dark');
  document.documentElement.classList.add(isSpeaker ? 'speaker' : 'room');
  const page = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'page' }));
  document.body.prepend(Object.assign(document.createElement('p'), {
    id: 'dead', role: 'alert', hidden: true,
    textContent: 'The program of the talk has ended: no key works. Start it again with make talk.',
  }));
  const talk = await (await fetch('talk')).json();
  const acts = talk.acts.map(({ act, finding }) => ({ ...act, finding }));
  const draw = isSpeaker ? drawSpeaker : drawRoom;
  const states = new EventSource('state');
  states.onmessage = ({ data }) => {
    showDeath(false);
    draw(page, acts, { ...talk, ...JSON.parse(data) });
  };
  states.onerror = () => showDeath(true);
  if (isThumbnail) return;
  addEventListener('keydown', onKey);
  document.addEventListener('load', listenInside, true);
  document.addEventListener('click', event => {
    const path = event.target.closest('[data-post]')?.dataset.post;
    if (path) post(path);
  });
}

start();
