// The pages of a talk: the window of the room, and that of the speaker with the notes. Both show the same state, which
// the server sends after each change.
import { initializeTheme, toggleTheme } from '../../../web/shared/theme.js';
import { drawRoom } from './room.js';
import { drawSpeaker } from './speaker.js';

const KEYS = {
  ' ': 'forward', arrowright: 'forward', pagedown: 'forward', arrowleft: 'back', pageup: 'back', r: 'recording',
  b: 'black', '.': 'black',
};

const isSpeaker = location.pathname.endsWith('/speaker');

const post = path => fetch(`api/${path}`, { method: 'POST' });

/** The keys that an element with the focus has for itself. */
function ownKeys(element) {
  if (element.closest('button, a')) return [' ', 'Enter'];
  return element.closest('input') ? ['ArrowLeft', 'ArrowRight'] : [];
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || ownKeys(event.target).includes(event.key)) return;
  const key = event.key.toLowerCase();
  if (/^[1-4]$/.test(key)) post(`guess/${key}`);
  else if (Object.hasOwn(KEYS, key)) post(KEYS[key]);
  else if (key === 't') toggleTheme();
  else if (key === 'f') document.documentElement.requestFullscreen?.();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Who clicks into the page of the load tool gives it the focus. The keys of the talk go on to work there.
function listenInside(event) {
  if (event.target.tagName === 'IFRAME') event.target.contentWindow.addEventListener('keydown', onKey, true);
}

async function start() {
  initializeTheme('dark');
  document.documentElement.classList.add(isSpeaker ? 'speaker' : 'room');
  const page = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'page' }));
  const acts = await (await fetch('acts')).json();
  const draw = isSpeaker ? drawSpeaker : drawRoom;
  new EventSource('state').onmessage = ({ data }) => draw(page, acts, JSON.parse(data));
  addEventListener('keydown', onKey);
  document.addEventListener('load', listenInside, true);
  document.addEventListener('click', event => {
    const path = event.target.closest('[data-post]')?.dataset.post;
    if (path) post(path);
  });
}

start();
