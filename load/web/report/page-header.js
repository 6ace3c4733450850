// What was run, and the page's own buttons.
import { markup } from '../shared/markup.js';
import { isBeside, isComparison, result, results } from './data.js';
import { seconds } from '../shared/format.js';

const { scenario, started, model, plan, workload, variants } = result;

const facts = isBeside
  ? [`${results.length} ${isComparison ? 'comparisons' : 'runs'} side by side`]
  : [
    `${started.slice(0, 16).replace('T', ' ')} UTC`,
    workload ?? `${model.kind} loop`,
    `${model.connections} connections`,
    isComparison && `${plan.rounds} shuffled rounds × ${variants.length} variants × ${seconds(plan.slice_s)}`,
  ].filter(Boolean);

export const top = () => markup`<header class="top"><b>${scenario.name}</b>${facts.map(fact => markup`<span>${fact}</span>`)}
  <span class="buttons"><button id="present" title="Each section as a slide: arrow keys, Esc ends">Present <kbd>p</kbd></button>
  <button id="theme">Light / dark <kbd>t</kbd></button>${!isBeside && markup`<button id="json">Result JSON</button>`}</span></header>`;
