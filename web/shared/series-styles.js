// The style of a series belongs to its name: hue, marker and dashes are the same in every chart, on every page and
// dashboard and in every picture. styles.json has the names that are known. The baseline of a comparison keeps its
// style, and has a thicker line.
import { HUES, PROCESSES } from './palette.js';
import groups from './styles.json' with { type: 'json' };

const KNOWN = Object.assign({}, ...Object.values(groups));

/** The names of all strategies that are known. */
export const STRATEGIES = Object.keys(groups.strategies);

const HUE_NAMES = Object.keys(HUES);
const MARKERS = ['ring', 'square', 'frame', 'plus', 'cross', 'triangleDown', 'triangleUp', 'diamond', 'disc'];
const DASHES = ['', '9 4', '2 4', '10 3 2 3', '14 4'];
const SLOTS = HUE_NAMES.length * MARKERS.length * DASHES.length;

const isKnown = name => Object.hasOwn(KNOWN, name);

/** Neighbouring slots have another hue and another marker. */
function styleInSlot(slot) {
  const row = Math.floor(slot / HUE_NAMES.length);
  return {
    hue: HUE_NAMES[slot % HUE_NAMES.length],
    marker: MARKERS[(slot + row) % MARKERS.length],
    dash: DASHES[Math.floor(row / MARKERS.length) % DASHES.length],
  };
}

/** The slot of an unknown name. Names that differ in their last digit only, such as v1 and v2, differ in hue. */
const slotOf = name => [...name].reduce((hash, letter) => (31 * hash + letter.codePointAt(0)) % SLOTS, 0);

/** @returns {{hue: string, marker: string, dash: string}} the style of a name; the hue is a name in the palette */
export const styleOf = name => isKnown(name) ? KNOWN[name] : styleInSlot(slotOf(name));

/**
 * The styles of the names that are drawn together. Colour is never the only difference: if an unknown name has the
 * marker and the dashes of another name, it gets the next free slot, and so another style than alone. Names get their
 * slots in alphabetical order, so that all charts of a run agree. Of more than 45 unknown names, some look the same.
 * @param {string[]} names
 * @param {string | null} [baseline] the name to which the others are compared
 * @returns {object[]} a style for each name, which also tells whether the name isBaseline
 */
export function assignStyles(names, baseline) {
  const styles = new Map(names.filter(isKnown).map(name => [name, KNOWN[name]]));
  const shapeOf = ({ marker, dash }) => `${marker} ${dash}`;
  const taken = new Set([...styles.values()].map(shapeOf));
  for (const name of new Set(names.filter(name => !isKnown(name)).sort())) {
    const slots = Array.from({ length: SLOTS }, (_, i) => styleInSlot((slotOf(name) + i) % SLOTS));
    const style = slots.find(slot => !taken.has(shapeOf(slot))) ?? slots[0];
    styles.set(name, style);
    taken.add(shapeOf(style));
  }
  const baselineIndex = names.indexOf(baseline);
  return names.map((name, i) => ({ ...styles.get(name), isBaseline: i === baselineIndex }));
}

export const seriesColour = style => `var(--series-${style.hue})`;

/** @returns {string} CSS that defines all colours; the dark ones apply to screens only, because paper is white */
export function seriesStyleSheet() {
  const hues = Object.entries(HUES).map(([hue, colours]) => [`series-${hue}`, colours]);
  const names = [...hues, ...Object.entries(PROCESSES)];
  const rules = theme => names.map(([name, colours]) => `--${name}:${colours[theme]}`).join(';');
  return `:root{${rules('light')}}@media screen{:root[data-theme=dark]{${rules('dark')}}}`;
}
