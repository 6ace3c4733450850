// The home of the site: the visitor swaps the strategies of a recorded stage, with keys or buttons.
import { byId, setText } from '../../../show/web/live/dom.js';
import { figuresOfTicks, formatThroughput } from '../../../show/web/live/current-trial.js';
import { drawStageThroughput, stageRows } from '../../../show/web/live/stage.js';
import { currentTicks, state, styleOf } from '../../../show/web/live/state.js';
import { markerIcon } from '../../../web/shared/markers.js';
import { markup, render } from '../../../web/shared/markup.js';
import { seriesStyleSheet } from '../../../web/shared/series-styles.js';
import { initializeTheme } from '../../../web/shared/theme.js';
import { RecordedStage } from './recorded-stage.js';

/** The time that the chart shows, in seconds. */
const SHOWN_SECONDS = 30;

/** The longest step of the recording, in seconds: it stands still while the page is hidden. */
const LONGEST_STEP = 0.5;

/** The pages that explain a strategy. The table of the measured ratios explains the others. */
const ESSAYS = {
  'webclient-sync': 'docs/webclient.html',
  'webclient-async': 'docs/webclient.html',
  'read-as-async': 'docs/read-as-async.html',
  'read-as-async-2014': 'docs/read-as-async.html',
  'headers-read-stj': 'docs/headers-first.html',
};

const isStill = matchMedia('(prefers-reduced-motion: reduce)');
let isPaused = false;
let last = null;

document.head.appendChild(document.createElement('style')).textContent = seriesStyleSheet();
initializeTheme();
document.addEventListener('DOMContentLoaded', start);

function start() {
  const stage = new RecordedStage(byId('recording').textContent);
  const names = state.run.variants.map(({ name }) => name);
  const date = state.run.started.slice(0, 10);
  setText('ribbon', `recorded ${date} on ${state.run.cores} cores, shown, not measured`);
  render(byId('keys'), markup`${stageRows().map(({ name, style, cells }) => markup`<button data-variant="${name}">
    <kbd>${cells.at(-1).text}</kbd>${markerIcon(style)}<span>${name}</span><b></b></button>`)}`);
  byId('keys').onclick = event => show(event.target.closest('button')?.dataset.variant);
  byId('pause').onclick = togglePause;
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return;
    show(names[(Number(event.key) + 9) % 10]);
  });
  addEventListener('resize', draw);
  document.fonts?.ready.then(draw);
  show(stage.baseline);
  // The chart begins with the whole recording of the baseline.
  stage.advance();
  draw();
  requestAnimationFrame(advance);

  function show(variant) {
    if (!names.includes(variant)) return;
    stage.show(variant);
    if (isStill.matches) stage.advance();
    const [href, text] = ESSAYS[variant] ? [ESSAYS[variant], 'Why'] : ['#what-it-costs', 'What was measured'];
    render(byId('sentence'), markup`<b>${variant}</b>: ${stage.compare(variant)} <a href="${href}">${text}</a>`);
    draw();
  }

  function advance(now) {
    const step = last === null ? 0 : Math.min(LONGEST_STEP, (now - last) / 1000);
    last = now;
    if (!isStill.matches && !isPaused && stage.advance(step)) draw();
    requestAnimationFrame(advance);
  }
}

function togglePause() {
  isPaused = !isPaused;
  setText('pause', isPaused ? 'Play' : 'Pause');
}

function draw() {
  const { variant } = state.phase;
  const ticks = currentTicks();
  render(byId('variant'), markup`${markerIcon(styleOf(variant), 8)} ${variant}`);
  setText('summary', state.run.variants.find(({ name }) => name === variant).summary ?? '');
  setText('rps', ticks.length > 0 ? formatThroughput(figuresOfTicks(ticks).rps) : '–');
  drawStageThroughput(SHOWN_SECONDS);
  stageRows().forEach(({ isCurrent, cells }, i) => {
    const button = byId('keys').children[i];
    button.ariaPressed = String(isCurrent);
    button.lastElementChild.textContent = cells[0].text;
  });
}
