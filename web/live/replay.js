// Plays a recording that the page contains, with a ribbon that says so, a scrubber and three speeds.
import { markup, render } from '../shared/markup.js';
import { byId, isInTalk, setText } from './dom.js';
import { Player, findStart, parseRecording } from './recording.js';
import { resetState, state } from './state.js';

const SPEEDS = [1, 4, 16];

const text = document.getElementById('recording')?.textContent ?? '';

/** Whether the page contains a recording. Otherwise it shows a run that is being measured. */
export const isReplay = text.trimStart().startsWith('{');

let player;
let isPlaying = true;
let speed = 1;
let last = null;

/** @param {(line: object) => void} onLine */
export function startReplay(onLine) {
  const options = new URLSearchParams(location.hash.slice(1));
  player = new Player(parseRecording(text), resetState, onLine);
  speed = Number(options.get('speed')) || 1;
  player.seek(Number(options.get('from')) || (isInTalk() ? findStart(player.events) : 0));
  // A page that is loaded again goes on where it was. In the talk, the address has the number of the show.
  const before = Number(sessionStorage.getItem(location.href));
  const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload';
  if (before && (isReload || isInTalk())) player.seek(before);
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, player.time));
  requestAnimationFrame(advance);
}

function advance(now) {
  if (isPlaying && last !== null) player.seek(player.time + (now - last) / 1000 * speed);
  last = now;
  if (player.time >= player.duration) isPlaying = false;
  drawReplay();
  requestAnimationFrame(advance);
}

export function togglePlaying() {
  isPlaying = !isPlaying;
  if (isPlaying && player.time >= player.duration) player.seek(0);
}

/** Changes the speed, or goes to a time of the run. */
export function showReplayControls() {
  if (!isReplay) return;
  const date = state.run.started.slice(0, 10);
  render(byId('replay'), markup`<strong class="recorded">recorded ${date}</strong>
    <button id="play" aria-label="Play or pause"></button>
    <input type="range" id="scrubber" min="0" max="${player.duration}" step="any" aria-label="Time of the run">
    ${SPEEDS.map(value => markup`<button class="speed" data-speed="${value}">×${value}</button>`)}`);
  byId('play').onclick = togglePlaying;
  byId('scrubber').oninput = event => player.seek(Number(event.target.value));
  byId('replay').onclick = event => { speed = Number(event.target.dataset.speed ?? speed); };
}

function drawReplay() {
  if (!byId('play')) return;
  setText('play', isPlaying ? 'Pause' : 'Play');
  byId('scrubber').value = player.time;
  const [at, end] = [player.time, player.duration].map(Math.round);
  byId('scrubber').setAttribute('aria-valuetext', `${at} of ${end} seconds`);
  for (const button of document.querySelectorAll('[data-speed]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.speed) === speed));
  }
}
