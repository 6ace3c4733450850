// Axes with their grid.
import { markup } from '../shared/markup.js';
import { tick } from '../shared/format.js';
import { rem } from './dom.js';

/** @param {string} [unit] beside the highest tick */
export const yAxis = (scale, ticks, left, right, unit) => ticks.map(value => markup`<line class="grid" x1="${left}" x2="${right}"
  y1="${scale(value)}" y2="${scale(value)}"/><text x="${left - 8}" y="${scale(value)}" dy=".35em" text-anchor="end">${tick(value)}${
  unit && value === Math.max(...ticks) && ` ${unit}`}</text>`);

/** What a text takes, about. */
const widthOf = text => String(text).length * 0.46 * rem();

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** @returns {object[]} as many marks, evenly chosen, as do not touch each other; none goes beyond the end */
export function fitting(marks, end) {
  const within = marks.filter(({ x, text }) => x + widthOf(text) / 2 <= end);
  const chosen = STEPS.map(step => within.filter((_, i) => i % step === 0));
  return chosen.find(some => some.every((mark, i) => i === 0 || !touch(some[i - 1], mark))) ?? [];
}

const touch = (one, next) => next.x - one.x < (widthOf(one.text) + widthOf(next.text)) / 2 + 0.3 * rem();

/**
 * @param {{x: number, text: string}[]} marks
 * @param {number} end of the drawing
 */
export function xAxis(marks, bottom, left, right, end) {
  const size = rem();
  return markup`<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>${fitting(marks, end).map(({ x, text }) =>
    markup`<text x="${x}" y="${bottom + 1.25 * size}" text-anchor="middle">${text}</text>`)}`;
}
