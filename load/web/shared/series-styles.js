// A slot is how one variant looks everywhere: colour, dash and marker. Colour never says anything alone.
//
// Ink is the baseline's, warm the first group's (dashed), cool the others' (solid). The colours were searched for: the
// smallest distance of any two is 11 (OKLab × 100) in both themes, for normal, protan, deutan and tritan sight, and the
// contrast to the page 3.1 or more on white, 4.2 or more on dark.

const BASELINE = { light: '#111111', dark: '#FFFFFF', dash: '', marker: 'ring' };

const FAMILIES = {
  warm: [
    { light: '#91661C', dark: '#F4C85A', dash: '9 4', marker: 'square' },
    { light: '#662859', dark: '#D792AC', dash: '2 4', marker: 'frame' },
    { light: '#D18124', dark: '#A36B52', dash: '10 3 2 3', marker: 'plus' },
    { light: '#950205', dark: '#FE7836', dash: '14 4', marker: 'cross' },
  ],
  cool: [
    { light: '#096FA3', dark: '#2281A1', dash: '', marker: 'triangleDown' },
    { light: '#9F7CF7', dark: '#9462ED', dash: '', marker: 'triangleUp' },
    { light: '#3CA08E', dark: '#8CE7C6', dash: '', marker: 'diamond' },
    { light: '#053BA8', dark: '#54ACFC', dash: '', marker: 'disc' },
  ],
};

// Beyond four of a family its colours come again, with another dash and the marker in a circle.
const DASHES_AGAIN = ['1 3', '1 6', '6 6'];

/**
 * @param {{name: string, group?: string}[]} variants in their order
 * @param {string} baseline name of the one that is ink
 * @param {string} [warm] group that is warm; without groups cool is taken first
 * @returns {object[]} a slot for each: id (unique), hue (of the colour), dash, marker, isBaseline, isRinged
 */
export function slotsOf(variants, baseline, warm) {
  const taken = { warm: 0, cool: 0 };
  const first = variants.findIndex(({ name }) => name === baseline);
  return variants.map((variant, i) => {
    if (i === first) return { ...BASELINE, hue: 'base', isBaseline: true, isRinged: false };
    const family = familyFor(variant.group !== undefined && variant.group !== null && variant.group === warm);
    const place = taken[family]++;
    const turn = Math.floor(place / 4);
    const slot = FAMILIES[family][place % 4];
    return {
      ...slot,
      hue: `${family}${place % 4}`,
      dash: turn === 0 ? slot.dash : DASHES_AGAIN[(turn - 1) % DASHES_AGAIN.length],
      isBaseline: false,
      isRinged: turn > 0,
    };
  });

  function familyFor(isWarm) {
    const [wanted, other] = isWarm ? ['warm', 'cool'] : ['cool', 'warm'];
    if (taken[wanted] < 4 || (taken[wanted] >= 8 && taken[other] >= 8)) return wanted;
    return taken[other] < 4 || taken[other] < taken[wanted] ? other : wanted;
  }
}

export const colour = slot => `var(--slot-${slot.hue})`;

/** The colours as a style sheet: the dark ones on screens only, since paper is white. */
export function slotStyle() {
  const hues = [['base', BASELINE], ...Object.entries(FAMILIES).flatMap(([family, slots]) =>
    slots.map((slot, place) => [`${family}${place}`, slot]))];
  const rules = theme => hues.map(([hue, slot]) => `--slot-${hue}:${slot[theme]}`).join(';');
  return `:root{${rules('light')}}@media screen{:root[data-theme=dark]{${rules('dark')}}}`;
}
