// Markers of series, drawn as SVG.
import { markup } from './markup.js';
import { seriesColour } from './series-styles.js';

// Each marker shape is drawn around the origin. The radius r is half of the size of the shape; solid, hollow and line
// are SVG attributes.
const SHAPES = {
  disc: (r, { solid }) => markup`<circle r="${r}" ${solid}/>`,
  ring: (r, { hollow, solid }) => markup`<circle r="${r}" ${hollow}/><circle r="${r * 0.38}" ${solid}/>`,
  square: (r, { solid }) => box(r * 0.88, solid),
  frame: (r, { hollow }) => box(r * 0.8, hollow),
  triangleUp: (r, { solid }) => markup`<path d="M0 ${-1.1 * r}L${1.05 * r} ${0.8 * r}H${-1.05 * r}Z" ${solid}/>`,
  triangleDown: (r, { solid }) => markup`<path d="M0 ${1.1 * r}L${1.05 * r} ${-0.8 * r}H${-1.05 * r}Z" ${solid}/>`,
  diamond: (r, { solid }) => markup`<path d="M0 ${-1.2 * r}L${1.1 * r} 0L0 ${1.2 * r}L${-1.1 * r} 0Z" ${solid}/>`,
  plus: (r, { line }) => markup`<path d="M0 ${-r}V${r}M${-r} 0H${r}" ${line}/>`,
  cross: (r, { line }) => {
    const a = r * 0.85;
    return markup`<path d="M${-a} ${-a}L${a} ${a}M${-a} ${a}L${a} ${-a}" ${line}/>`;
  },
};

const box = (a, paint) => markup`<rect x="${-a}" y="${-a}" width="${2 * a}" height="${2 * a}" ${paint}/>`;

function paintsOf(style, r) {
  const colour = seriesColour(style);
  return {
    solid: markup`fill="${colour}"`,
    hollow: markup`fill="var(--page)" stroke="${colour}" stroke-width="${0.42 * r}"`,
    line: markup`fill="none" stroke="${colour}" stroke-width="${0.5 * r}"`,
  };
}

/** @param {number} r half of the marker's size, in units of the SVG */
export function marker(style, x, y, r = 5) {
  const shape = SHAPES[style.marker](r, paintsOf(style, r));
  return markup`<g transform="translate(${x} ${y})">${shape}</g>`;
}

/** Draws the marker of a series as an icon inside text. */
export const markerIcon = (style, r = 6) => markup`<svg class="icon" width="${2.6 * r}" height="${2.6 * r}"
  viewBox="${-1.3 * r} ${-1.3 * r} ${2.6 * r} ${2.6 * r}" aria-hidden="true">${marker(style, 0, 0, r)}</svg>`;

/** Draws the marker of a series on a short piece of its line, for a legend. */
export const legendSwatch = (style, width = 34) => markup`<svg class="swatch" width="${width}" height="14"
  viewBox="0 0 ${width} 14" aria-hidden="true"><line x1="0" x2="${width}" y1="7" y2="7"
  stroke="${seriesColour(style)}" stroke-width="${style.isBaseline ? 3 : 2}"
  stroke-dasharray="${style.dash}"/>${marker(style, width / 2, 7, 5)}</svg>`;
