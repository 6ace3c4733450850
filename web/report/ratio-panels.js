// The axes on which the comparison table draws ratios: one logarithmic axis that holds every interval, and, if that is
// too wide to show small differences, a second panel that is a zoom on 1.
import { scaleLog, logTicks } from '../shared/scales.js';
import { ranked, ratioKey } from './data.js';
import { rem } from './dom.js';

const ZOOM_TICKS = [0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3];
const WIDEST_ZOOM = 0.33;
const NARROWEST_ZOOM = 0.1;
const MARGIN = 1.08;

const ratios = ranked.map(({ variant }) => variant[ratioKey]).filter(Boolean);
const ends = ratios.flatMap(({ value, lo, hi }) => [value, lo ?? value, hi ?? value])
  .filter(value => value > 0 && Number.isFinite(value));

const zoomExtent = (() => {
  const near = ends.filter(value => value > 1 - WIDEST_ZOOM && value < 1 + WIDEST_ZOOM);
  return Math.min(WIDEST_ZOOM, Math.max(NARROWEST_ZOOM, ...near.map(value => Math.abs(Math.log(value)))) * MARGIN);
})();

const zoomDomain = [1 / (1 + zoomExtent), 1 + zoomExtent];
const needsWhole = ends.some(value => value < zoomDomain[0] || value > zoomDomain[1]);
// An interval of two rounds can reach from zero to a million. What lies outside of this axis is clipped.
const WIDEST = 100;
const wholeDomain = [
  Math.max(1 / WIDEST, Math.min(...ends, 1) / MARGIN), Math.min(WIDEST, Math.max(...ends, 1) * MARGIN),
];

/**
 * @param {number} width the width of the column
 * @returns {{name: string, x: Function, low: number, high: number, right: number, ticks: number[]}[]}
 */
export function ratioPanels(width) {
  const [left, right, gap] = [1.2 * rem(), width - 1.2 * rem(), 2.4 * rem()];
  const middle = left + (right - left - gap) * 0.5;
  return needsWhole
    ? [
      panel('whole', wholeDomain, left, middle, wholeTicks),
      panel('zoom', zoomDomain, middle + gap, right, zoomTicks),
    ]
    : [panel('zoom', zoomDomain, left, right, zoomTicks)];
}

function panel(name, [low, high], left, right, getTicks) {
  const x = scaleLog([low, high], [left, right]);
  return { name, x, low, high, right: right + 1.2 * rem(), ticks: getTicks(x, right - left) };
}

const wholeTicks = x => [...new Set([...logTicks(x), 1])].sort((one, other) => one - other);

function zoomTicks(x, width) {
  const [low, high] = x.domain();
  const isWide = width > 20 * rem() && zoomExtent < 0.2;
  return ZOOM_TICKS.filter(tick => tick >= low && tick <= high && (isWide || Math.round(tick * 100) % 10 === 0));
}
