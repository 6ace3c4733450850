// The data of the report page: a result, and the sentences that the load tool wrote for it.
//
// A series is the data that charts and tables show under one name: a variant of a comparison, or a run. Tables read a
// value by its path in the result, so that a test can look up the value by the same path.
import { assignStyles } from '../shared/series-styles.js';

const TARGET = 'target';

const readJson = id => JSON.parse(document.getElementById(id).textContent);

export const result = readJson('result');
export const words = readJson('words');

export const isComparison = result.kind === 'compare';
export const isInvalid = result.validity.state === 'invalid';

/** In an open loop all variants get the same request rate; and throughput may not be comparable. */
export const comparesCpu = isComparison && result.variants.some(variant => variant.cpu_ratio)
  && (result.model.kind === 'open' || result.variants.every(variant => !variant.ratio));

export const valueAt = path => path.reduce((place, key) => place?.[key], result) ?? null;

const styles = assignStyles(result.variants.map(({ name }) => name), result.baseline);

/** All series in the order of the result file. */
export const allSeries = result.variants.map((variant, index) => ({
  name: variant.name, path: ['variants', index], variant, index, style: styles[index],
}));

export const ratioKey = comparesCpu ? 'cpu_ratio' : 'ratio';

const ratioOf = ({ variant }) => variant[ratioKey]?.value ?? 1;

/** All series in the order of their ratios, the slowest or dearest first. */
export const ranked = [...allSeries].sort((one, other) =>
  comparesCpu ? ratioOf(other) - ratioOf(one) : ratioOf(one) - ratioOf(other));

/** All series in drawing order: the baseline last, over the others. */
export const drawn = [...allSeries].sort((one, other) => one.style.isBaseline - other.style.isBaseline);

export const hasErrors = allSeries.some(({ variant }) => variant.errors > 0);

/** Throughput counts successful responses only. Where there are failures, its name says so. */
export const throughputName = hasErrors ? 'Goodput' : 'Throughput';

const namesIn = usages => [...new Set(usages.flatMap(usage => Object.keys(usage ?? {}).filter(name => usage[name])))]
  .sort((one, other) => (other === TARGET) - (one === TARGET));

/** The names of the processes that have metrics in at least one series, the target first. */
export const processes = namesIn(allSeries.map(({ variant }) => variant.processes));

/** The parts of the first series, which is the only one of a run. Each has its path in the result. */
const parts = allSeries[0].variant.parts.map((part, i) => ({ ...part, path: [...allSeries[0].path, 'parts', i] }));

/** @param {'request' | 'burst' | 'window'} kind */
export const partsOf = kind => parts.filter(part => part.kind === kind);

/** The same with those that only a part of a series has: in runs that were merged, only the bursts have metrics. */
export const partProcesses = namesIn([...result.variants, ...parts].map(part => part.processes));

/** What a sample is of, and what the intervals are computed from. */
export const unitName = result.plan.starts > 1 ? 'start' : 'batch of rounds';

/**
 * What a variant did in each start or, with only one, in each batch of its rounds.
 * @returns {{n: number, sample: number, rps: number, cpu: number | null}[]} with the indices of the samples
 */
export const partsOfComparison = ({ name }) => result.samples
  .map((sample, i) => ({ ...sample, i }))
  .filter(({ variant }) => variant === name)
  .map(({ i, good, busy_s: busy, cpu_s: cpu, requests }, n) =>
    ({ n: n + 1, sample: i, rps: good / busy, cpu: cpu === null || requests === 0 ? null : 1000 * cpu / requests }));
