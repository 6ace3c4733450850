// Headings of sections. They state a finding; of a run that is invalid or on a busy machine they only name the content.
import { formatNumber } from '../shared/format.js';
import { allSeries, comparesCpu, ranked, result, throughputName } from './data.js';
import { changeOf } from './over-time.js';

const canQuote = !['invalid', 'busy'].includes(result.validity.state);
const hasSeveral = allSeries.length > 1;
const [worst, best] = [ranked[0], ranked.at(-1)];

const isMeasured = value => value !== null && value !== undefined;

export function latencyHeading() {
  const [fast, slow] = [best, worst].map(({ variant }) => variant.latency.p99);
  if (!canQuote || !isMeasured(fast)) return 'Latency by percentile';
  const start = `One request in a hundred takes ${formatNumber(fast)} ms or more`;
  if (!hasSeveral) return start;
  return isMeasured(slow)
    ? `${start} with ${best.name}, ${formatNumber(slow)} ms with ${worst.name}`
    : 'Latency by percentile';
}

export function timeHeading() {
  const key = changeOf('p99') ? 'p99' : 'p50';
  const change = changeOf(key);
  return canQuote && change ? `${key} changed from ${change.text} ms during the run` : 'Results over time';
}

export const comparisonHeading = () =>
  `${comparesCpu ? 'CPU time per request' : throughputName} compared with the baseline`;
