export { scaleBand, scaleLinear, scaleLog } from 'd3-scale';

/** Steps of 1, 2 and 5 that lie within the domain; where that is less than three, the scale's own. */
export function logTicks(scale) {
  const [low, high] = scale.domain();
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    ticks.push(...[1, 2, 5].map(step => +(step * 10 ** power).toPrecision(1)));
  const within = ticks.filter(tick => tick >= low && tick <= high);
  return within.length >= 3 ? within : scale.ticks(4);
}

/** A quantile's place on an axis on which each step to the right is ten times rarer. */
export const rarity = quantile => -Math.log10(1 - quantile);

export const quantileAt = place => 1 - 10 ** -place;
