// Markers of slots, to be put into an SVG.
import { markup } from './markup.js';
import { colour } from './series-styles.js';

// Drawn around the origin: r is half the size, fill and stroke are attributes.
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

const box = (a, look) => markup`<rect x="${-a}" y="${-a}" width="${2 * a}" height="${2 * a}" ${look}/>`;

function looks(slot, r) {
  const ink = colour(slot);
  return {
    solid: markup`fill="${ink}"`,
    hollow: markup`fill="var(--page)" stroke="${ink}" stroke-width="${0.42 * r}"`,
    line: markup`fill="none" stroke="${ink}" stroke-width="${0.5 * r}"`,
  };
}

/** @param {number} r half of the marker's size, in the units of the SVG */
export function marker(slot, x, y, r = 5) {
  const inner = slot.isRinged ? r * 0.55 : r;
  const ring = slot.isRinged && markup`<circle r="${1.15 * r}" fill="var(--page)" stroke="${colour(slot)}" stroke-width="${0.28 * r}"/>`;
  return markup`<g transform="translate(${x} ${y})">${ring}${SHAPES[slot.marker](inner, looks(slot, inner))}</g>`;
}

/** The marker by itself, to stand in text. */
export const glyph = (slot, r = 6) => markup`<svg class="glyph" width="${2.6 * r}" height="${2.6 * r}"
  viewBox="${-1.3 * r} ${-1.3 * r} ${2.6 * r} ${2.6 * r}" aria-hidden="true">${marker(slot, 0, 0, r)}</svg>`;

/** The marker on a piece of its line, for a legend. */
export const swatch = (slot, width = 34) => markup`<svg class="swatch" width="${width}" height="14" viewBox="0 0 ${width} 14"
  aria-hidden="true"><line x1="0" x2="${width}" y1="7" y2="7" stroke="${colour(slot)}" stroke-width="${slot.isBaseline ? 3 : 2}"
  stroke-dasharray="${slot.dash}"/>${marker(slot, width / 2, 7, 5)}</svg>`;
