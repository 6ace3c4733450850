// What is measured right now, in numbers to be read from the back of a room. While a variant warms up they are its own of
// before, greyed: never another one's under its name.
import { count, figure } from '../shared/format.js';
import { fill, markup } from '../shared/markup.js';
import { glyph } from '../shared/markers.js';
import { byId, say } from './dom.js';
import { freshTicks, isComparison, median, slicesOf, slotOf, state } from './state.js';

const ENDS = { valid: 'finished', invalid: 'finished, INVALID: not to be quoted', 'cut-short': 'cut short, kept' };

/** Longer names are set smaller. */
const ROOM = 18;

/** Ticks of a second: fewer, and the last digits flicker. */
const STEADY = 4;

export function now() {
  const { hello, phase, standing, end } = state;
  const shown = end && isComparison() && standing[0] ? standing[0].variant : phase?.variant;
  if (!shown) return;
  const ticks = freshTicks();
  const isOld = ticks.length === 0 && !end;
  byId('now').classList.toggle('old', isOld);
  say('phase', phaseText(isOld));
  who(shown, hello.variants.find(({ name }) => name === shown));

  const numbers = ticks.length > 0 ? ofTicks(ticks) : ofSlices(shown);
  say('rps', numbers.rps === null ? '–' : steady(numbers.rps));
  for (const key of ['p50', 'p99']) {
    fill(byId(key), markup`${figure(numbers[key])}${numbers[key] !== null && markup`<small>ms</small>`}`);
  }
}

function phaseText(isOld) {
  const { phase, end } = state;
  if (end) return `${ENDS[end.state]}${isComparison() ? '; highest median:' : ''}`;
  if (isOld && phase.kind === 'warmup')
    return `warming up, not counted${slicesOf(phase.variant).length > 0 && isComparison() ? '; median so far' : ''}`;
  const errors = freshTicks().at(-1)?.errors ?? 0;
  const what = phase.again ? 'measuring once more, to see the noise' : 'measuring';
  return errors > 0 ? `${what}; ${count(errors)} errors` : what;
}

function who(name, { summary }) {
  const { end } = state;
  const element = byId('who');
  const key = `${name}/${Boolean(end)}/${state.connection}`;
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.style.setProperty('--fit', Math.min(1, ROOM / name.length).toFixed(3));
  element.title = name;
  fill(element, markup`${glyph(slotOf(name), 8)}<span>${name}</span>`);
  fill(byId('sum'), end?.report ? link(end) : markup`${summary ?? ''}`);
}

// Without the tool there is nobody to ask for it.
const link = ({ report, data }) => state.connection === 'open'
  ? markup`<a href="${report}" target="_blank">Open the report</a>`
  : markup`The report is ${data.replace(/json$/, 'html')}`;

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

const ofTicks = ticks => ({ rps: mean(ticks.slice(-STEADY).map(({ rps }) => rps)), p50: ticks.at(-1).p50, p99: ticks.at(-1).p99 });

// At the end of a run of several parts, those of the last one: the whole has no rate.
function ofSlices(name) {
  const slices = isComparison() ? slicesOf(name) : slicesOf(name).slice(-1);
  return Object.fromEntries(['rps', 'p50', 'p99'].map(key => [key, median(slices.map(slice => slice[key]))]));
}

const steady = rps => figure(state.end || rps < 1000 ? rps : Math.round(rps / 10) * 10);
