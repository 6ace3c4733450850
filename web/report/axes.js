// Axes and grid lines of charts.
import { formatTick } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { rem } from './dom.js';

/** @param {string} [unit] is written beside the highest tick */
export const yAxis = (scale, ticks, left, right, unit) => ticks.map(value => markup`<line class="grid" x1="${left}"
  x2="${right}" y1="${scale(value)}" y2="${scale(value)}"/><text x="${left - 8}" y="${scale(value)}" dy=".35em"
  text-anchor="end">${formatTick(value)}${unit && value === Math.max(...ticks) && ` ${unit}`}</text>`);

/** The approximate width of a text in pixels. */
const widthOf = text => String(text).length * 0.46 * rem();

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * Selects as many evenly spaced marks of an axis as fit without touching each other.
 * @param {{x: number, text: string}[]} marks
 * @param {number} end the right edge, which no mark may cross
 */
export function selectMarks(marks, end) {
  const inside = marks.filter(({ x, text }) => x + widthOf(text) / 2 <= end);
  const selections = STEPS.map(step => inside.filter((_, i) => i % step === 0));
  return selections.find(some => some.every((mark, i) => i === 0 || !touches(some[i - 1], mark))) ?? [];
}

const touches = (one, next) => next.x - one.x < (widthOf(one.text) + widthOf(next.text)) / 2 + 0.3 * rem();

/** Writes the marks that fit, centred at their places, with their base line at y. */
export const markTexts = (marks, end, y) => selectMarks(marks, end).map(({ x, text }) =>
  markup`<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`);

/**
 * @param {{x: number, text: string}[]} marks
 * @param {number} end the right edge of the chart
 */
export const xAxis = (marks, bottom, left, right, end) => markup`<line class="axis" x1="${left}" x2="${right}"
  y1="${bottom}" y2="${bottom}"/>${markTexts(marks, end, bottom + 1.25 * rem())}`;
