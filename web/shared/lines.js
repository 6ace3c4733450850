// Lines of charts.
import { curveLinear, curveMonotoneX, line } from 'd3-shape';
import { markup } from './markup.js';
import { seriesColour } from './series-styles.js';

/** @returns {string} the path data of a line; a point whose y is not finite leaves a gap */
export const linePath = (points, isSmooth = false) =>
  line().defined(([, y]) => Number.isFinite(y)).curve(isSmooth ? curveMonotoneX : curveLinear).digits(2)(points) ?? '';

/** Draws the line of a series; the line of the baseline is thicker than the others. */
export const seriesLine = (style, path, width = 2) => markup`<path class="data" d="${path}" fill="none"
  stroke="${seriesColour(style)}" stroke-width="${style.isBaseline ? width + 1.4 : width}"
  stroke-dasharray="${style.dash}" stroke-linejoin="round" stroke-linecap="${style.dash === '' ? 'round' : 'butt'}"/>`;
