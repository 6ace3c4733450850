// Small charts side by side, one for each series, with the baseline as a grey line in each of them: many lines in one
// chart could not be told apart.
import { formatTick } from '../shared/format.js';
import { linePath, seriesLine } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { svgChart } from './charts.js';
import { isPresenting, rem, slideHeight } from './dom.js';
import { nameText } from './labels.js';

/**
 * @param {object} chart
 * @param {string} chart.label describes the chart to screen readers
 * @param {{series: object, points: [number, number | null][]}[]} chart.lines the last one is the baseline
 * @param {number[]} chart.ticks the values of x, of which the first and the last are shown
 * @returns {(width: number) => Markup} draws the charts, which share both scales
 */
export function smallMultiples({ label, lines, ticks }) {
  const hasValue = ([, y]) => Number.isFinite(y);
  const [baseline, others] = [lines.at(-1), lines.slice(0, -1)];
  const values = lines.flatMap(({ points }) => points.filter(hasValue).map(([, y]) => y));
  const highest = Math.max(...values);

  return width => {
    const size = rem();
    const across = width > 40 * size ? 3 : 2;
    const down = Math.ceil(others.length / across);
    const bottom = isPresenting() ? slideHeight() - 4 * size : down * 5.6 * size;
    const [cellWidth, cellHeight] = [(width - 3.2 * size) / across, bottom / down];

    const cells = others.map(({ series, points }, i) => {
      const [left, top] = [3.2 * size + (i % across) * cellWidth, Math.floor(i / across) * cellHeight];
      const range = [top + cellHeight - 0.6 * size, top + 1.7 * size];
      const y = scaleLinear([0, highest * 1.04 || 1], range);
      const x = scaleLinear([ticks[0], ticks.at(-1)], [left + 0.4 * size, left + cellWidth - 1.2 * size]);
      const pathOf = all => linePath(all.map(point => [x(point[0]), hasValue(point) ? y(point[1]) : NaN]));
      const grid = [0, highest].map(value => markup`<line class="grid" x1="${left}"
        x2="${left + cellWidth - size}" y1="${y(value)}" y2="${y(value)}"/>${i % across === 0 && markup`<text
        x="${left - 0.5 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${formatTick(value)}</text>`}`);
      const parts = i >= others.length - across && [ticks[0], ticks.at(-1)].map(value => markup`<text x="${x(value)}"
        y="${top + cellHeight + 0.7 * size}" text-anchor="middle">${value}</text>`);
      return markup`${grid}${parts}
        <path class="baseline" d="${pathOf(baseline.points)}" fill="none" stroke="var(--mute)" stroke-width="1.5"/>
        ${!points.some(hasValue) && markup`<text class="halo" x="${left + cellWidth / 2}"
          y="${(range[0] + range[1]) / 2}" dy=".35em" text-anchor="middle">–, not known</text>`}
        <g data-v="${series.index}">${seriesLine(series.style, pathOf(points), 0.11 * size)}
        ${marker(series.style, left + 0.5 * size, top + 0.8 * size, 0.25 * size)}
        ${nameText(series, left + 1.1 * size, top + 0.8 * size, cellWidth - 1.3 * size)}</g>`;
    });
    return svgChart(width, bottom + 1.4 * size, `${label}; the baseline is grey`, cells);
  };
}
