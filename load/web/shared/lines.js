// Lines of slots.
import { curveLinear, curveMonotoneX, line } from 'd3-shape';
import { markup } from './markup.js';
import { colour } from './series-styles.js';

/** @returns {string} path data; a point without a finite y is a gap. */
export const pathOf = (points, isSmooth = false) =>
  line().defined(([, y]) => Number.isFinite(y)).curve(isSmooth ? curveMonotoneX : curveLinear).digits(2)(points) ?? '';

/** The baseline's is the thicker one. */
export const stroke = (slot, path, width = 2) => markup`<path class="data" d="${path}" fill="none" stroke="${colour(slot)}"
  stroke-width="${slot.isBaseline ? width + 1.4 : width}" stroke-dasharray="${slot.dash}" stroke-linejoin="round"
  stroke-linecap="${slot.dash === '' ? 'round' : 'butt'}"/>`;
