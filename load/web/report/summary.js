// The finding, and whether to believe it.
import { glyph } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { unbroken } from '../shared/format.js';
import { isBeside, isInvalid, results, subjects, words } from './data.js';

const STATES = { valid: '✓ VALID', invalid: '✗ INVALID', 'cut-short': '◐ CUT SHORT' };
const CHECKS = { pass: '✓', fail: '✗', note: '!' };

// On one line with its marker, as long as a line of a narrow window holds it.
const isShort = name => [...name].length <= 18;

const phrase = ({ text, kind }) => {
  if (kind === 'variant') {
    const subject = subjects.find(({ name }) => name === text);
    return markup`<span class="subject ${isShort(text) && 'whole'}" data-v="${subject?.index}">${subject && glyph(subject.slot)}${text}</span>`;
  }
  return kind ? markup`<span class="${kind}">${unbroken(text)}</span>` : unbroken(text);
};

export const hero = () => markup`<div class="hero slide" id="finding"><div>
  <h1>${isInvalid && 'This run is INVALID. '}${words[0].headline.map(phrase)}</h1>
  <ul class="points">${words[0].points.map(({ mark, phrases }) =>
    markup`<li><span aria-hidden="true">${mark}</span><span>${phrases.map(phrase)}</span></li>`)}</ul></div>
  <div class="validities">${results.map(validity)}</div></div>`;

const validity = ({ validity: { state, checks }, thresholds, id }) => markup`<aside class="validity ${state}"
  aria-label="Validity${isBeside && ` of ${id}`}"><h2>${STATES[state]}${isBeside && markup` <span>${id}</span>`}</h2>
  <dl>${checks.map(check => line(check.state, check.label, check.value))}${thresholds.map(({ passed, text, was }) =>
    line(passed ? 'pass' : 'fail', text, was))}</dl></aside>`;

const line = (state, label, value) => markup`<div><dt><span class="mark ${state}" role="img" aria-label="${state}">${CHECKS[state]}</span>
  ${label}</dt><dd>${value}</dd></div>`;

/** Of a result that must not be quoted, on every part of the page. */
export const stamp = () => isInvalid && markup`<span class="stamp">✗ INVALID: do not quote</span>`;
