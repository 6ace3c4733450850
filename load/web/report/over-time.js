// What changes while time goes by: of a soak, window by window.
import { figure } from '../shared/format.js';
import { result } from './data.js';
import { lineChart } from './line-chart.js';
import { one, ofTiers, p50, p99 } from './series.js';
import { sizes } from './by-size.js';

const { windows } = result.variants[0];

export const hasDrift = windows?.length > 1 && sizes === null;

const points = of => windows.map(window => [window.start_s + window.length_s / 2, of(window)]);

const minutes = value => value >= 60 && value % 60 === 0 ? `${value / 60} min` : `${value} s`;

const chart = (label, lines, more = {}) => lineChart({
  label, lines, ...more, formatX: minutes, verticals: result.marks.map(({ t_s: at }) => at),
});

export const throughputOverTime = () => chart('Throughput over time', [{ subject: one('throughput'), points: points(({ rps }) => rps) }]);

export const latencyOverTime = () => chart('Latency over time, logarithmic',
  [{ subject: p50, points: points(window => window.p50) }, { subject: p99, points: points(window => window.p99) }], { isLog: true });

/** @param {string} key of a tier's level */
export const levelOverTime = (key, label, isWhole = false) =>
  chart(label, ofTiers(tier => points(window => window.tiers?.[tier]?.[key] ?? null)), { isWhole });

/** From the first fifth to the last, by its median: null where one of them was not measured. */
export function changeOf(key) {
  const some = Math.max(1, Math.floor(windows.length / 5));
  const [early, late] = [windows.slice(0, some), windows.slice(-some)].map(part => median(part.map(window => window[key])));
  return early > 0 && late > 0 ? { early, late, words: `${figure(early)} to ${figure(late)}` } : null;
}

function median(values) {
  const there = values.filter(value => value !== null).sort((first, second) => first - second);
  return there.length === 0 ? null : there[Math.floor(there.length / 2)];
}
