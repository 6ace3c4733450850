// Charts of a long run over time, with one point for each time window of the run.
import { sizes } from './by-size.js';
import { partsOf, throughputName } from './data.js';
import { lineChart } from './line-chart.js';
import { p50, p99, processLines, singleSeries } from './series.js';

export const windows = partsOf('window');

export const hasTimeCharts = windows.length > 1 && sizes === null;

const points = valueOf => windows.map(window => [window.start_s + window.measured_s / 2, valueOf(window)]);

const formatMinutes = value => value >= 60 && value % 60 === 0 ? `${value / 60} min` : `${value} s`;

const timeChart = (label, lines, options = {}) => lineChart({ label, lines, ...options, formatX: formatMinutes });

export const throughputOverTime = () =>
  timeChart(`${throughputName} over time`,
    [{ series: singleSeries('throughput'), points: points(({ throughput }) => throughput.rate) }]);

export const latencyOverTime = () => timeChart('Latency over time, logarithmic', [
  ...[[p50, 'p50'], [p99, 'p99']].map(([series, key]) => ({ series, points: points(({ latency }) => latency[key]) })),
], { isLog: true });

/** @param {string} key of a value that each process has */
export const processOverTime = (key, label, isWhole = false) => timeChart(
  label, processLines(name => points(window => window.processes[name]?.[key] ?? null)), { isWhole });
