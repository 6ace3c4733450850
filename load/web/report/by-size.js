// What grows with the size: of bursts, or of steps of the rate.
import { result } from './data.js';
import { lineChart } from './line-chart.js';
import { one, ofTiers, p50, p99 } from './series.js';

const WIDE = 10;

const variant = result.variants[0];

/** Name of the list in the variant, with where each entry has its size; null of a run that has no sizes. */
export const sizes = (() => {
  if (variant.bursts?.length > 1) return { list: 'bursts', size: ['requests'], entries: variant.bursts, what: 'requests released at once' };
  const steps = variant.windows?.filter(({ rate_per_s: rate }) => rate !== null) ?? [];
  if (new Set(steps.map(({ rate_per_s: rate }) => rate)).size > 1)
    return { list: 'windows', size: ['rate_per_s'], entries: variant.windows, what: 'requests/s asked for' };
  const phases = variant.phases ?? [];
  if (phases.length > 1 && phases.every(({ model }) => model?.rate_per_s > 0))
    return { list: 'phases', size: ['model', 'rate_per_s'], entries: phases, what: 'requests/s asked for' };
  return null;
})();

export const sizeOf = entry => sizes.size.reduce((place, key) => place[key], entry);

const chart = (label, lines, more = {}) => {
  const all = sizes.entries.map(sizeOf);
  return lineChart({ label, isLogX: Math.max(...all) > WIDE * Math.min(...all), lines, ...more });
};

const points = of => sizes.entries.map(entry => [sizeOf(entry), of(entry)]);

const latencyOf = key => entry => entry.latency?.[key] ?? entry[key] ?? null;

export const throughputBySize = () => chart('Throughput by size', [{ subject: one('throughput'), points: points(entry => entry.rps) }],
  sizes.list === 'bursts' ? {} : { guide: [...points(sizeOf)].sort(([first], [second]) => first - second) });

export const latencyBySize = () => chart('Latency by size, logarithmic', [
  { subject: p50, points: points(latencyOf('p50')) }, { subject: p99, points: points(latencyOf('p99')) },
], { isLog: true });

/** @param {string} key of a tier's level */
export const levelBySize = (key, label) =>
  chart(label, ofTiers(tier => points(entry => entry.tiers?.[tier]?.[key] ?? null)), { isWhole: true });
