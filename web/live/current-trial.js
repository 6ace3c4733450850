// The figures of the current trial, large enough to be read from the back of a room. While a variant warms up, its own
// earlier figures are shown in grey, never those of another variant.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { markerIcon } from '../shared/markers.js';
import { byId, setText } from './dom.js';
import { isReplay } from './replay.js';
import { currentTicks, isComparison, isStage, median, state, styleOf, trialsOf, warmupTicks } from './state.js';

const END_TEXTS = {
  valid: 'finished', busy: 'finished, BUSY', invalid: 'finished, INVALID', 'cut-short': 'cut short, results kept',
};

/** The longest finding that is shown in full size, in characters. Longer ones get a smaller font. */
const FULL_SIZE_FINDING = 90;

/** The longest name of a variant that is shown in full size, in characters. Longer names get a smaller font. */
const FULL_SIZE_LENGTH = 18;

/** The number of rates, four per second, over which the shown rate is averaged: with fewer, its last digits flicker. */
const AVERAGED_TICKS = 4;

export function drawCurrentTrial() {
  const { run, phase, end } = state;
  byId('current-trial').classList.toggle('ended', Boolean(end));
  if (end) return drawFinding();
  const shown = phase?.variant;
  if (!shown) return drawWaiting();
  const ticks = currentTicks();
  const isOld = ticks.length === 0;
  byId('current-trial').classList.toggle('old', isOld);
  setText('phase', phaseText(isOld));
  drawVariant(shown, run.variants.find(({ name }) => name === shown));

  const hasErrors = ticks.at(-1)?.errors > 0;
  const current = ticks.length > 0 ? ticks : warmupTicks();
  const figures = current.length > 0 ? figuresOfTicks(current) : figuresOfTrials(shown);
  setText('rps', figures.rps === null ? '–' : formatThroughput(figures.rps));
  setText('rps-unit', hasErrors ? 'goodput, req/s' : 'requests per second');
  for (const key of ['p50', 'p99']) {
    render(byId(key), markup`${formatNumber(figures[key])}${figures[key] !== null && markup`<small>ms</small>`}`);
  }
}

/** Shows that nothing has started yet: at the start of a run, or when a recording has gone back to it. */
function drawWaiting() {
  setText('phase', 'waiting for the load tool');
  delete byId('variant').dataset.key;
  setText('summary', '');
  for (const id of ['variant', 'rps', 'p50', 'p99']) setText(id, '–');
}

function phaseText(isOld) {
  const { phase } = state;
  if (isStage()) return '';
  if (isOld && phase.kind === 'warmup') {
    const hasTrials = trialsOf(phase.variant).length > 0;
    return `warming up, not counted${hasTrials ? '; median so far' : ''}`;
  }
  const errors = currentTicks().at(-1)?.errors ?? 0;
  return errors > 0 ? `measuring; ${formatCount(errors)} errors` : 'measuring';
}

function drawVariant(name, { summary }) {
  const element = byId('variant');
  const key = `${name}/${state.connection}`;
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.style.setProperty('--fit', Math.min(1, FULL_SIZE_LENGTH / name.length).toFixed(3));
  element.title = name;
  render(element, markup`${markerIcon(styleOf(name), 8)}<span>${name}</span>`);
  render(byId('summary'), markup`${summary ?? (isComparison() ? '' : state.run.scenario.request)}`);
}

// At the end the page shows the sentence that the report begins with, and no winner: the sentence names one only if the
// intervals do. An invalid run shows why it is invalid, and no figure.
export function drawFinding(headline = firstSentences(state.end.headline ?? [{ text: noResultText() }])) {
  const { end, validity, connection } = state;
  const element = byId('variant');
  const key = `end/${connection}`;
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.removeAttribute('title');
  const length = headline.reduce((sum, { text }) => sum + text.length, 0);
  element.style.setProperty('--fit', Math.min(1, Math.sqrt(FULL_SIZE_FINDING / length)).toFixed(3));
  setText('phase', isStage() ? 'the show is over' : END_TEXTS[end.state]);
  render(element, markup`<span>${headline.map(phrase)}</span>`);
  const failed = validity?.checks.find(check => check.state === 'fail');
  const cause = end.state === 'invalid' && failed && markup`<div class="cause">✗ ${failed.label}: ${failed.value
  }<span class="detail">, the limit is ${failed.limit}${failed.cure && `: ${failed.cure}`}.</span></div>`;
  render(byId('summary'), markup`${cause}${end.path && reportLink(end.path)}`);
}

// A comparison of two has a sentence for each metric: a room reads who differs, and by how much in the first one.
function firstSentences(headline) {
  let sentences = 0;
  const last = headline.findIndex(({ text }) => text.endsWith('.') && ++sentences === 2);
  return last < 0 ? headline : headline.slice(0, last + 1);
}

const noResultText = () => !isStage() ? 'There is no result.'
  : state.isProved ? 'The comparisons are in the result files.' : 'Nothing was measured.';

const phrase = ({ text, kind }) => kind === 'variant'
  ? markup`<span class="variant">${styleOf(text) && markerIcon(styleOf(text), 8)}${text}</span>`
  : markup`${text}`;

// When the load tool has exited, it no longer serves the report, so the page shows the path of the report file.
const reportLink = path => isReplay
  ? markup`<a href="${encodeURI(path.replace(/^.*[/\\]/, '').replace(/json$/, 'html'))}">Open the report</a>`
  : state.connection === 'open'
    ? markup`<a href="report" target="_blank">Open the report</a>`
    : markup`Report: ${path.replace(/json$/, 'html')}`;

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

const figuresOfTicks = ticks => ({
  rps: mean(ticks.slice(-AVERAGED_TICKS).map(({ rps }) => rps)), p50: ticks.at(-1).p50, p99: ticks.at(-1).p99,
});

const figuresOfTrials = name =>
  Object.fromEntries(['rps', 'p50', 'p99'].map(key => [key, median(trialsOf(name).map(trial => trial[key]))]));

const formatThroughput = rps => formatNumber(rps < 1000 ? rps : Math.round(rps / 10) * 10);
