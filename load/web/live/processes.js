// The tiers, and the load tool beside them.

const LOOKS = { 'front-end': 'var(--front)', 'back-end': 'var(--back)', load: 'var(--tool)' };
const OTHER = 'var(--other)';

export const colourOf = tier => LOOKS[tier] ?? OTHER;

export const labelOf = tier => tier === 'load' ? 'load tool' : tier;

/** Those of which there is a figure; the one under load comes first, the tool last. */
export const tiersIn = (blocks, key) => [...new Set(blocks.flatMap(block => Object.keys(block[key])))]
  .filter(tier => blocks.some(block => (block[key][tier] ?? null) !== null))
  .sort((one, other) => place(one) - place(other));

const place = tier => ({ 'front-end': 0, 'back-end': 1, load: 9 }[tier] ?? 5);
