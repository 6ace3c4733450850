// Charts of results by the size of a burst, or by the request rate of a step.
import { partsOf, throughputName } from './data.js';
import { lineChart } from './line-chart.js';
import { p50, p99, processLines, singleSeries } from './series.js';
import { findSizes } from './sizes.js';

/** The size axis is logarithmic when the largest size exceeds the smallest by more than this factor. */
const LOG_FACTOR = 10;

export const sizes = findSizes(partsOf);

const sizeOf = entry => sizes.sizePath.reduce((place, key) => place[key], entry);

function sizeChart(label, lines, options = {}) {
  const all = sizes.entries.map(sizeOf);
  return lineChart({ label, isLogX: isWide(all), lines, ...options });
}

const isWide = all => Math.max(...all) > LOG_FACTOR * Math.min(...all);

// With only x logarithmic, a throughput that grows in proportion to the size would look as if it grew faster.
const isThroughputLog = sizes?.kind === 'burst' && isWide(sizes.entries.map(sizeOf));
export const throughputUnit = isThroughputLog ? 'req/s, logarithmic' : 'req/s';

const points = valueOf => sizes.entries.map(entry => [sizeOf(entry), valueOf(entry)]);

const latencyPoints = key => points(entry => entry.latency[key]);

export function throughputBySize() {
  const requestedRate = [...points(sizeOf)].sort(([one], [other]) => one - other);
  return sizeChart(`${throughputName} by size`,
    [{ series: singleSeries('throughput'), points: points(entry => entry.throughput.rate) }],
    sizes.kind === 'burst' ? { isLog: isThroughputLog } : { guide: requestedRate });
}

export const latencyBySize = () => sizeChart('Latency by size, logarithmic',
  [{ series: p50, points: latencyPoints('p50') }, { series: p99, points: latencyPoints('p99') }], { isLog: true });

/**
 * Counts can be zero, so that their axis is not logarithmic, and the sizes are not either: with only one of them
 * logarithmic, a count that grows in proportion to the size would look as if it took off.
 * @param {string} key of a value that each process has
 */
export const processBySize = (key, label) => sizeChart(label,
  processLines(name => points(entry => entry.processes[name]?.[key] ?? null)), { isWhole: true, isLogX: false });
