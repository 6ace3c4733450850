// The section that tells how and where the result was measured, with the command that repeats the measurement.
import { markup } from '../shared/markup.js';
import { result } from './data.js';

const { provenance: rows, scenario, started, method, repeat } = result;

const facts = [
  ...rows, ['Request', scenario.request], ['Started', started], ['Method', method.centre],
  ...(method.interval === 'none' ? [] : [['Interval', method.interval]]),
];

export const provenance = () => markup`<section class="slide" id="provenance">
  <h2>Environment, and how to repeat the run</h2>
  <pre tabindex="0">${repeat}</pre>
  <dl class="facts">${facts.map(([label, value]) =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`;
