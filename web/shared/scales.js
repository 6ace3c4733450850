export { scaleLinear, scaleLog } from 'd3-scale';

/** @returns {number[]} the multiples of 1, 2 and 5 in the domain, or the scale's own ticks if fewer than three fit */
export function logTicks(scale) {
  const [low, high] = scale.domain();
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    ticks.push(...[1, 2, 5].map(step => +(step * 10 ** power).toPrecision(1)));
  const inDomain = ticks.filter(tick => tick >= low && tick <= high);
  return inDomain.length >= 3 ? inDomain : scale.ticks(4);
}

/** @returns {number} the position of a quantile on an axis where each unit to the right is ten times rarer */
export const quantileToPosition = quantile => -Math.log10(1 - quantile);
