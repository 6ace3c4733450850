// The empty parts of the live page. They are created again for each run, because the variants can differ from run to
// run.
import { markup, render } from '../shared/markup.js';
import { shortenName } from '../shared/format.js';
import { isBoard } from './board-readings.js';
import { textures } from './processes.js';
import { isReplay } from './replay.js';
import { isComparison, isStage, state } from './state.js';

const bigNumber = (id, label, className = '') => markup`<div class="figure ${className}">
  <div class="value" id="${id}">–</div><div class="unit" id="${id}-unit">${label}</div></div>`;

const pane = (id, heading, detail) => markup`<section class="pane pane-${id}"><h2>${heading} <span>${detail}</span></h2>
  <div class="plot" id="${id}"></div></section>`;

const keyButton = (key, label) => markup`<button data-key="${key}"><kbd>${
  key === ' ' ? 'Space' : key.toUpperCase()}</kbd> ${label}</button>`;

// The keys of a stage do nothing in its recording.
const digitButtons = () => {
  if (!isStage()) return markup`<button data-key="1"><kbd>1–9</kbd> Highlight</button>`;
  return !isReplay && markup`<span><kbd>1–9</kbd> Swap</span>${
    [['arrowup', '↑', 'More connections'], ['arrowdown', '↓', 'Fewer']].map(
      ([key, symbol, label]) => markup`<button data-key="${key}"><kbd>${symbol}</kbd> ${label}</button>`)}`;
};

// A single run has no list of variants: the chart of its throughput takes the place.
const hasStandings = () => isComparison() || isStage();

function standingsPane() {
  if (isStage()) return pane('standings', 'Variants', 'req/s and p99 in ms when last shown, key');
  return pane('standings', 'Standings', markup`req/s, ratio to <b>${shortenName(state.run.baseline)}</b>`);
}

const currentTrial = figures => markup`<div class="current-trial" id="current-trial"><div aria-live="polite">
  <div id="phase">waiting for the load tool</div><h1 id="variant"></h1><div id="summary"></div></div>${figures}</div>`;

const boardParts = () => markup`${currentTrial()}<div class="machine-plot plot"><div id="board"></div>
  <svg id="board-motion" width="100%" height="100%" aria-hidden="true"></svg></div><div id="board-number"></div>`;

function chartParts() {
  const { run } = state;
  const latencyDetail = isComparison() ? 'p50 to p99 of each trial, ms' : 'p50 and p99, ms';
  const throughputUnit = isComparison() ? 'req/s, by measured time of each variant' : 'req/s';
  return markup`${currentTrial(markup`${bigNumber('rps', 'requests per second', 'biggest')}${
    bigNumber('p50', 'p50')}${bigNumber('p99', 'p99')}`)}
    <div class="middle ${!hasStandings() && 'wide'}">${
      pane('throughput', 'Throughput', throughputUnit)}${hasStandings() && standingsPane()}</div>
    <div class="timelines">${pane('latency', 'Latency', latencyDetail)}
      ${pane('cpu', 'CPU', run ? `cores in use, of ${run.cores}` : 'cores in use')}
      ${pane('threads', 'Thread pool', 'threads')}</div>`;
}

export function renderLayout() {
  const { run } = state;
  render(pageElement(), markup`${textures()}
    <header><span class="title"><span class="dot"></span><b>${shortenName(run?.scenario.name ?? '')}</b>
        <span id="place">connecting</span></span>
      <div id="progress"></div><span class="number" id="clock"></span><span id="state" role="status"></span></header>
    <main>${isBoard() ? boardParts() : chartParts()}</main>
    <footer><span class="replay" id="replay"></span>
      ${keyButton(' ', isReplay ? 'Pause' : 'Freeze')}${digitButtons()}
      ${keyButton('t', 'Theme')}${keyButton('f', 'Full screen')}<span class="control" id="control"></span></footer>`);
}

const pageElement = () => document.getElementById('page')
  ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'page' }));
