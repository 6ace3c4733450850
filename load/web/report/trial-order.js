// In which order the variants had their turns.
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { drawing } from './charts.js';
import { result, subjects } from './data.js';
import { isPresenting, rem, slideRoom } from './dom.js';

export function order(width) {
  const size = rem();
  const rounds = result.order.length;
  const [left, top, foot] = [1.9 * size, 0.6 * size, 1.7 * size];
  const cell = (width - left) / subjects.length;
  const height = isPresenting() ? slideRoom() : Math.max(300, Math.min(440, rounds * cell + top + foot));
  const row = (height - top - foot) / rounds;
  const every = Math.ceil((1.05 * size) / row);
  const cells = result.order.flatMap((turns, i) => turns.map((turn, slot) => markup`<g data-v="${turn}">
    <rect x="${left + slot * cell}" y="${top + i * row}" width="${cell}" height="${row}" fill="var(--panel)" stroke="var(--page)"/>
    <g class="data">${marker(subjects[turn].slot, left + (slot + 0.5) * cell, top + (i + 0.5) * row, Math.min(cell, row) * 0.28)}</g></g>`));
  const numbers = result.order.map((_, i) => i % every === 0 && markup`<text x="${left - 0.5 * size}" y="${top + (i + 0.5) * row}"
    dy=".35em" text-anchor="end">${i + 1}</text>`);
  return drawing(width, height, `Order of the variants in each of ${rounds} rounds`, markup`${cells}${numbers}
    <text x="${left}" y="${height - 0.4 * size}">first</text><text x="${width}" y="${height - 0.4 * size}" text-anchor="end">last</text>`);
}
