// The summary at the top of the report page: the main finding, and whether the run is valid.
import { keepUnits } from '../../../web/shared/format.js';
import { markerIcon } from '../../../web/shared/markers.js';
import { markup } from '../../../web/shared/markup.js';
import { allSeries, isInvalid, result, words } from './data.js';

const STATES = {
  valid: '✓ VALID', invalid: '✗ INVALID', 'cut-short': '◐ CUT SHORT',
  'failed-as-planned': '◆ FAILED AS PLANNED',
};
const CHECK_MARKS = { pass: '✓', fail: '✗', note: '!', unknown: '?' };
const THRESHOLD_STATES = { true: 'pass', false: 'fail', null: 'unknown' };

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

export const summary = () => markup`<div class="summary slide" id="summary"><div>
  <h1>${isInvalid && 'This run is INVALID. '}${words.headline.map(phrase)}</h1>
  <ul class="points">${words.points.map(({ mark, phrases }) =>
    markup`<li><span aria-hidden="true">${mark}</span><span>${phrases.map(phrase)}</span></li>`)}</ul></div>
  <div class="validities">${validityBox(result)}</div></div>`;

const validityBox = ({ validity: { state, checks }, thresholds }) => markup`<aside
  class="validity ${state}" aria-label="Validity">
  <h2>${STATES[state]}</h2>
  <dl>${checks.map(check => checkLine(check.state, check.label, check.value))}
  ${thresholds.map(({ passed, text, was }) => checkLine(THRESHOLD_STATES[passed], text, was))}</dl></aside>`;

const checkLine = (state, label, value) => markup`<div><dt><span class="mark ${state}" role="img"
  aria-label="${state}">${CHECK_MARKS[state]}</span> ${label}</dt><dd>${value}</dd></div>`;

/** A label that is shown with every slide when the run is invalid. */
export const invalidLabel = () => isInvalid && markup`<span class="invalid-label">✗ INVALID: do not quote</span>`;
