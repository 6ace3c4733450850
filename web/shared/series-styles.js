// The style of a series: its colour, dash pattern and marker, the same in every chart. Colour is never the only
// difference between two series.
//
// The baseline is black or white, the first group has warm colours and dashed lines, and all others have cool colours
// and solid lines.
import { BASELINE as BASELINE_COLOURS, COOL, PROCESSES, WARM } from './palette.js';

const BASELINE = { ...BASELINE_COLOURS, dash: '', marker: 'ring' };

const FAMILIES = {
  warm: [
    { ...WARM[0], dash: '9 4', marker: 'square' },
    { ...WARM[1], dash: '2 4', marker: 'frame' },
    { ...WARM[2], dash: '10 3 2 3', marker: 'plus' },
    { ...WARM[3], dash: '14 4', marker: 'cross' },
  ],
  cool: ['triangleDown', 'triangleUp', 'diamond', 'disc'].map((marker, i) => ({ ...COOL[i], dash: '', marker })),
};

// There are four warm and four cool colours. Further series repeat a colour, with another dash pattern and a circle
// around the marker.
const REPEATED_DASHES = ['1 3', '1 6', '6 6'];

/**
 * Assigns a style to each variant.
 * @param {{name: string, group?: string}[]} variants in the order in which they get their styles
 * @param {string | null} baseline the name of the baseline variant
 * @param {string} [warmGroup] the group that gets warm colours; without one, cool colours are taken first
 * @returns {object[]} one style per variant: hue (the name of its colour), dash, marker, isBaseline and isCircled
 */
export function assignStyles(variants, baseline, warmGroup) {
  const used = { warm: 0, cool: 0 };
  const baselineIndex = variants.findIndex(({ name }) => name === baseline);
  return variants.map((variant, i) => {
    if (i === baselineIndex) return { ...BASELINE, hue: 'base', isBaseline: true, isCircled: false };
    const family = chooseFamily(variant.group !== undefined && variant.group !== null && variant.group === warmGroup);
    const number = used[family]++;
    const repetition = Math.floor(number / 4);
    const style = FAMILIES[family][number % 4];
    return {
      ...style,
      hue: `${family}${number % 4}`,
      dash: repetition === 0 ? style.dash : REPEATED_DASHES[(repetition - 1) % REPEATED_DASHES.length],
      isBaseline: false,
      isCircled: repetition > 0,
    };
  });

  function chooseFamily(isWarm) {
    const [preferred, other] = isWarm ? ['warm', 'cool'] : ['cool', 'warm'];
    if (used[preferred] < 4 || (used[preferred] >= 8 && used[other] >= 8)) return preferred;
    return used[other] < 4 || used[other] < used[preferred] ? other : preferred;
  }
}

export const seriesColour = style => `var(--series-${style.hue})`;

/** @returns {string} CSS that defines all colours; the dark ones apply to screens only, because paper is white */
export function seriesStyleSheet() {
  const hues = [['base', BASELINE], ...Object.entries(FAMILIES).flatMap(([family, styles]) =>
    styles.map((style, number) => [`${family}${number}`, style]))];
  const names = [...hues.map(([hue, style]) => [`series-${hue}`, style]), ...Object.entries(PROCESSES)];
  const rules = theme => names.map(([name, colours]) => `--${name}:${colours[theme]}`).join(';');
  return `:root{${rules('light')}}@media screen{:root[data-theme=dark]{${rules('dark')}}}`;
}
