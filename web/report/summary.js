// The summary at the top of the report page: the main finding, and whether to trust it.
import { keepUnits } from '../shared/format.js';
import { markerIcon } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { STATES } from '../shared/states.js';
import { allSeries, isInvalid, result, words } from './data.js';
import { findingBars } from './finding-bars.js';

/** The longest name that stays on one line with its marker in a narrow window. */
const LONGEST_UNBROKEN = 18;

const phrase = ({ text, kind }) => {
  if (kind === 'variant') {
    const series = allSeries.find(({ name }) => name === text);
    const isShort = [...text].length <= LONGEST_UNBROKEN;
    return markup`<span class="variant ${isShort && 'unbroken'}" data-v="${series?.index}">${
      series && markerIcon(series.style)}${text}</span>`;
  }
  return kind ? markup`<span class="${kind}">${keepUnits(text)}</span>` : keepUnits(text);
};

export const summary = () => markup`<div class="summary slide" id="summary">
  <h1>${isInvalid && 'This run is INVALID. '}${words.headline.map(phrase)}</h1>
  <div>${findingBars()}<ul class="points">${words.points.map(({ mark, phrases }) =>
  markup`<li><span aria-hidden="true">${mark}</span><span>${phrases.map(phrase)}</span></li>`)}</ul></div>
  ${trustBox(result.validity.state)}</div>`;

const trustBox = state => markup`<aside class="trust ${state}"><h2>Can I trust it? <b>${STATES[state]}</b></h2>
  ${words.trust?.map(line => markup`<p>${keepUnits(line)}</p>`)}<a href="#checks">more: all checks</a></aside>`;

/** A label that is shown with every slide when the run is invalid. */
export const invalidLabel = () => isInvalid && markup`<span class="invalid-label">INVALID: do not quote</span>`;
