// The figures of the current trial, large enough to be read from the back of a room. While a variant warms up, its own
// earlier figures are shown in grey, never those of another variant.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { markerIcon } from '../shared/markers.js';
import { byId, setText } from './dom.js';
import { currentTicks, isComparison, median, state, styleOf, trialsOf } from './state.js';

const END_TEXTS = {
  valid: 'finished',
  limited: 'finished',
  invalid: 'finished, INVALID: do not quote these results',
  'cut-short': 'cut short, results kept',
};

/** The longest name of a variant that is shown in full size, in characters. Longer names get a smaller font. */
const FULL_SIZE_LENGTH = 18;

/** The number of rates, four per second, over which the shown rate is averaged: with fewer, its last digits flicker. */
const AVERAGED_TICKS = 4;

export function drawCurrentTrial() {
  const { hello, phase, standings, end } = state;
  const shown = end && isComparison() && standings[0] ? standings[0].variant : phase?.variant;
  if (!shown) return;
  const ticks = currentTicks();
  const isOld = ticks.length === 0 && !end;
  byId('current-trial').classList.toggle('old', isOld);
  setText('phase', phaseText(isOld));
  drawVariant(shown, hello.variants.find(({ name }) => name === shown));

  const hasErrors = ticks.at(-1)?.errors > 0;
  const figures = ticks.length > 0 ? figuresOfTicks(ticks) : figuresOfTrials(shown);
  setText('rps', figures.rps === null ? '–' : formatThroughput(figures.rps));
  setText('rps-unit', hasErrors ? 'goodput, req/s' : 'requests per second');
  for (const key of ['p50', 'p99']) {
    render(byId(key), markup`${formatNumber(figures[key])}${figures[key] !== null && markup`<small>ms</small>`}`);
  }
}

function phaseText(isOld) {
  const { phase, end } = state;
  if (end) return `${END_TEXTS[end.state]}${isComparison() ? '; highest median:' : ''}`;
  if (isOld && phase.kind === 'warmup') {
    const hasTrials = trialsOf(phase.variant).length > 0 && isComparison();
    return `warming up, not counted${hasTrials ? '; median so far' : ''}`;
  }
  const errors = currentTicks().at(-1)?.errors ?? 0;
  const text = phase.again ? 'measuring the baseline again, to estimate the noise' : 'measuring';
  return errors > 0 ? `${text}; ${formatCount(errors)} errors` : text;
}

function drawVariant(name, { summary }) {
  const { end } = state;
  const element = byId('variant');
  const key = `${name}/${Boolean(end)}/${state.connection}`;
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.style.setProperty('--fit', Math.min(1, FULL_SIZE_LENGTH / name.length).toFixed(3));
  element.title = name;
  render(element, markup`${markerIcon(styleOf(name), 8)}<span>${name}</span>`);
  render(byId('summary'), end?.report ? reportLink(end) : markup`${summary ?? ''}`);
}

// When the load tool has exited, it no longer serves the report, so the page shows the path of the report file.
const reportLink = ({ report, data }) => state.connection === 'open'
  ? markup`<a href="${report}" target="_blank">Open the report</a>`
  : markup`Report: ${data.replace(/json$/, 'html')}`;

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

const figuresOfTicks = ticks => ({
  rps: mean(ticks.slice(-AVERAGED_TICKS).map(({ rps }) => rps)), p50: ticks.at(-1).p50, p99: ticks.at(-1).p99,
});

// After a run with several phases, the page shows the figures of the last phase, because the whole run has no single
// rate.
function figuresOfTrials(name) {
  const trials = isComparison() ? trialsOf(name) : trialsOf(name).slice(-1);
  return Object.fromEntries(['rps', 'p50', 'p99'].map(key => [key, median(trials.map(trial => trial[key]))]));
}

const formatThroughput = rps => formatNumber(state.end || rps < 1000 ? rps : Math.round(rps / 10) * 10);
