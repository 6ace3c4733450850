// What the room sees, small, in the window of the speaker: the room's own page in a frame, which takes neither keys nor
// the focus.
import { markup } from '../shared/markup.js';
import { byId } from './parts.js';

export const thumbnail = () => markup`<div class="thumbnail"><iframe id="thumbnail" src="./?thumbnail"
  title="The window of the room" tabindex="-1" aria-hidden="true" inert></iframe></div>`;

/** The number of the show in the thumbnail, and when its run began, in milliseconds: null until that is known. */
let run = { show: 0, began: null };

/** The seconds of the run that the room sees; null before it begins. */
export function runTime({ show, step }) {
  if (step !== 'show') return null;
  if (run.show !== show) run = { show, began: null };
  const time = run.began ?? readTime(show);
  if (run.began === null && time !== null) run.began = Date.now() - 1000 * time;
  return run.began === null ? null : (Date.now() - run.began) / 1000;
}

/** Reads the time of the run from the live page inside the page of the room. */
function readTime(show) {
  const live = byId('thumbnail').contentDocument?.getElementById('show')?.contentWindow;
  const isCurrent = live && new URLSearchParams(live.location.search).get('show') === String(show);
  const time = isCurrent ? live.document.documentElement.dataset.time : undefined;
  return time === undefined ? null : Number(time);
}
