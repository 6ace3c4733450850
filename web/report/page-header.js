// The header of the report page: what was run, and the buttons of the page.
import { formatCount, formatSeconds } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { isComparison, result } from './data.js';

const { scenario, started, method, model, plan, workload, variants } = result;

const facts = [
  `${started.slice(0, 16).replace('T', ' ')} UTC`,
  workload ?? `${model.kind} loop`,
  `${model.connections} connections`,
  isComparison && `${variants.length} variants, ${formatCount(method.rounds)} shuffled rounds${
    plan.turn_s ? ` of ${formatSeconds(plan.turn_s)}` : ''}`,
].filter(Boolean);

export const pageHeader = () => markup`<header class="page-header"><b>${scenario.name}</b>${
  facts.map(fact => markup`<span>${fact}</span>`)}<span class="buttons">
  <button id="present" title="Show each section as a slide. The arrow keys, Home and End change the slide, b blackens the screen, Esc ends the presentation."
    >Present <kbd>p</kbd></button><button id="theme">Light / dark <kbd>t</kbd></button>
  <button id="json">Download JSON</button></span></header>`;
