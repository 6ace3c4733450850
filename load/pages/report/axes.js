// Axes with their grid.
import { markup } from '../kit/markup.js';
import { tick } from '../kit/numbers.js';
import { rem } from './dom.js';

/** @param {string} [unit] beside the highest tick */
export const yAxis = (scale, ticks, left, right, unit) => ticks.map(value => markup`<line class="grid" x1="${left}" x2="${right}"
  y1="${scale(value)}" y2="${scale(value)}"/><text x="${left - 8}" y="${scale(value)}" dy=".35em" text-anchor="end">${tick(value)}${
  unit && value === Math.max(...ticks) && ` ${unit}`}</text>`);

/** What a text takes, about. */
const widthOf = text => String(text).length * 0.46 * rem();

/** @returns {object[]} the marks that do not touch the one before them, nor the end */
export function fitting(marks, end) {
  let free = -Infinity;
  return marks.filter(({ x, text }) => {
    const half = widthOf(text) / 2;
    if (x - half < free || x + half > end) return false;
    free = x + half + 0.4 * rem();
    return true;
  });
}

/**
 * @param {{x: number, text: string}[]} marks
 * @param {number} end of the drawing
 */
export function xAxis(marks, bottom, left, right, end) {
  const size = rem();
  return markup`<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>${fitting(marks, end).map(({ x, text }) =>
    markup`<text x="${x}" y="${bottom + 1.25 * size}" text-anchor="middle">${text}</text>`)}`;
}
