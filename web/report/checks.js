// All checks and thresholds of a result. The first screen says what they mean.
import { markup } from '../shared/markup.js';
import { result } from './data.js';
import { section } from './section.js';

const MARKS = { pass: '✓', fail: '✗', note: '!', unknown: '?' };
const THRESHOLD_STATES = { true: 'pass', false: 'fail', null: 'unknown' };

const { validity, thresholds } = result;

const all = [...validity.checks, ...thresholds.map(({ passed, text, was }) =>
  ({ state: THRESHOLD_STATES[passed], label: text, value: was }))];

export const checks = () => section('checks', 'All checks', null, markup`<dl class="facts">${all.map(
  ({ state, label, value }) => markup`<div class="${state}"><dt><span class="mark" role="img" aria-label="${state}">${
    MARKS[state]}</span> ${label}</dt><dd>${value}</dd></div>`)}</dl>`);
