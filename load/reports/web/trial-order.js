// A chart of the order in which the variants were measured, with a row for each round and a cell for each trial.
import { marker } from '../../../web/shared/markers.js';
import { markup } from '../../../web/shared/markup.js';
import { svgChart } from './charts.js';
import { allSeries, result } from './data.js';
import { isPresenting, isPrinting, rem, slideHeight } from './dom.js';

export function trialOrder(width) {
  const size = rem();
  const rounds = result.order.length;
  const [left, top, bottomMargin] = [1.9 * size, 0.6 * size, 1.7 * size];
  const cellWidth = (width - left) / allSeries.length;
  const height = isPresenting() ? slideHeight()
    : isPrinting() ? 22 * size
    : Math.max(300, Math.min(440, rounds * cellWidth + top + bottomMargin));
  const rowHeight = (height - top - bottomMargin) / rounds;
  const radius = Math.min(cellWidth, rowHeight) * 0.28;
  const cells = result.order.flatMap((round, i) => round.map((number, place) => {
    const [x, y] = [left + place * cellWidth, top + i * rowHeight];
    return markup`<g data-v="${number}"><rect x="${x}" y="${y}" width="${cellWidth}" height="${rowHeight}"
      fill="var(--panel)" stroke="var(--page)"/><g class="data">${
      marker(allSeries[number].style, x + cellWidth / 2, y + rowHeight / 2, radius)}</g></g>`;
  }));
  const labelStep = Math.ceil((1.05 * size) / rowHeight);
  const numbers = result.order.map((_, i) => i % labelStep === 0 && markup`<text x="${left - 0.5 * size}"
    y="${top + (i + 0.5) * rowHeight}" dy=".35em" text-anchor="end">${i + 1}</text>`);
  return svgChart(width, height, `Order of the variants in each of ${rounds} rounds`, markup`${cells}${numbers}
    <text x="${left}" y="${height - 0.4 * size}">first</text>
    <text x="${width}" y="${height - 0.4 * size}" text-anchor="end">last</text>`);
}
