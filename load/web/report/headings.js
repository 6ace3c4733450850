// Headings that are findings, from a run that may be quoted; else they only name what follows.
import { count, figure, ratio } from '../shared/format.js';
import { isInvalid, isOfCpu, ranked, result, subjects, tiers } from './data.js';
import { changeOf } from './over-time.js';

const isQuotable = !isInvalid;
const compares = subjects.length > 1;
const [best, worst] = [ranked[0], ranked.at(-1)];

const isReading = value => value !== null && value !== undefined;

export function ofLatency() {
  const [fast, slow] = [best.variant.latency.p99, worst.variant.latency.p99];
  if (!isQuotable || !isReading(fast)) return 'Latency by percentile';
  if (!compares) return `One request in a hundred takes ${figure(fast)} ms or more`;
  return isReading(slow)
    ? `One request in a hundred takes ${figure(fast)} ms or more with ${best.name}, ${figure(slow)} ms with ${worst.name}`
    : 'Latency by percentile';
}

export function ofRounds() {
  const drift = result.validity.checks.find(({ id }) => id === 'drift');
  return isQuotable && drift ? `The baseline drifted by ${drift.value} between rounds; ratios inside a round cancel it` : 'By round';
}

export function ofCost() {
  const neutral = 'CPU and allocation per request';
  const tier = tiers[0];
  const costs = subjects.map(({ variant }) => variant.tiers[tier]?.cpu_ms).filter(value => value > 0);
  const times = Math.max(...costs) / Math.min(...costs);
  return isQuotable && costs.length > 1 && times >= 1.5
    ? `The dearest request costs the ${tier} ${ratio(times)} times the CPU of the cheapest` : neutral;
}

export function ofHeat() {
  const [slowest, quick] = [worst.variant.latency.min, best.variant.latency.p99];
  return isQuotable && compares && slowest > quick
    ? `The quickest answer of ${worst.name} took ${figure(slowest)} ms; 99 % of ${best.name} took less than ${figure(quick)} ms`
    : 'Where every request fell';
}

export function ofDrift() {
  const change = changeOf('p99') ?? changeOf('p50');
  return isQuotable && change ? `${changeOf('p99') ? 'p99' : 'p50'} went from ${change.words} ms` : 'Over time';
}

export const ofComparison = () => (isOfCpu ? 'CPU per request, and how sure we are' : 'Throughput, and how sure we are');

export const roundsForFive = () => {
  const rounds = ranked.map(({ variant }) => variant.ratio?.rounds_for_5pct).filter(isReading);
  return rounds.length > 0 ? `A difference of 5 % needs ${count(Math.max(...rounds))} rounds at the scatter of the most scattered variant.` : '';
};
