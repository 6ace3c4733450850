// Axes with their grid.
import { markup } from '../kit/markup.js';
import { tick } from '../kit/numbers.js';
import { rem } from './dom.js';

/** @param {string} [unit] beside the highest tick */
export const yAxis = (scale, ticks, left, right, unit) => ticks.map(value => markup`<line class="grid" x1="${left}" x2="${right}"
  y1="${scale(value)}" y2="${scale(value)}"/><text x="${left - 8}" y="${scale(value)}" dy=".35em" text-anchor="end">${tick(value)}${
  unit && value === Math.max(...ticks) && ` ${unit}`}</text>`);

/** @param {{x: number, text: string}[]} marks those that would touch the last one are left out */
export function xAxis(marks, bottom, left, right) {
  const size = rem();
  let free = -Infinity;
  const fitting = marks.filter(({ x, text }) => {
    const half = (String(text).length * 0.44 * size) / 2;
    if (x - half < free) return false;
    free = x + half + 0.4 * size;
    return true;
  });
  return markup`<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>${fitting.map(({ x, text }) =>
    markup`<text x="${x}" y="${bottom + 1.25 * size}" text-anchor="middle">${text}</text>`)}`;
}
