// The page's parts, empty. Made anew for each run: the one after it may have other variants.
import { fill, markup } from '../shared/markup.js';
import { shortened } from '../shared/names.js';
import { isComparison, state } from './state.js';

const big = (id, label, className = '') => markup`<div class="figure ${className}"><div class="value" id="${id}">–</div>
  <div class="unit">${label}</div></div>`;

const pane = (id, heading, detail) => markup`<section class="pane"><h2>${heading} <span>${detail}</span></h2>
  <div class="plot" id="${id}"></div></section>`;

const key = (name, label) => markup`<button data-key="${name}"><kbd>${name === ' ' ? 'Space' : name.toUpperCase()}</kbd> ${label}</button>`;

export function scaffold() {
  const isOfMany = isComparison();
  fill(root(), markup`
    <header><span class="title"><span class="dot"></span><b>${shortened(state.hello?.scenario ?? '')}</b> <span id="place">connecting</span></span>
      <div id="tape"></div><span class="number" id="clock"></span><span id="state" role="status"></span></header>
    <main>
      <div class="now" id="now"><div aria-live="polite"><div id="phase">waiting for the tool</div><h1 id="who"></h1><div id="sum"></div></div>
        ${big('rps', 'requests per second', 'biggest')}${big('p50', 'p50')}${big('p99', 'p99')}</div>
      <div class="middle">
        ${pane('race', 'Throughput', isOfMany ? 'req/s, each variant on its own clock' : 'req/s')}
        ${isOfMany ? pane('board', 'Standing', markup`median req/s, ratio to <b>${shortened(state.hello.baseline)}</b>`)
          : pane('board', 'Parts', 'req/s, p50, p99')}</div>
      <div class="strips">${pane('latency', 'Latency', isOfMany ? 'each slice from p50 to p99, ms' : 'p50 and p99, ms')}
        ${pane('cpu', 'CPU', state.hello ? `cores of ${state.hello.cores}` : 'cores')}${pane('threads', 'Pool threads', '')}</div>
    </main>
    <footer>${key(' ', 'Freeze')}<button data-key="1"><kbd>1–9</kbd> Focus</button>${key('t', 'Theme')}${key('f', 'Full screen')}
      <span class="control" id="control"></span></footer>`);
}

function root() {
  return document.getElementById('page') ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'page' }));
}
