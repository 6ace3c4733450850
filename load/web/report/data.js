// What the page was given: results, and the words that the tool found for them.
//
// A subject is what is drawn under one name: a variant of a comparison, a run by itself, or each of several runs that
// are set side by side. A figure is read by its path from the results, so that a test can find it there again.
import { slotsOf } from '../shared/series-styles.js';

const read = id => [JSON.parse(document.getElementById(id).textContent)].flat();

export const results = read('result');
export const words = read('words');
export const result = results[0];

export const isComparison = result.kind === 'compare';
export const isBeside = results.length > 1;
export const isInvalid = results.some(one => one.validity.state === 'invalid');

/** An open loop is sent what was asked for: there the CPU of a request is what differs. */
export const isOfCpu = isComparison && result.model.kind === 'open' && result.variants.some(variant => variant.cpu_ratio);

export const at = path => path.reduce((place, key) => place?.[key], results) ?? null;

const named = isBeside && !isComparison
  ? results.map((one, run) => ({ name: one.id, path: [run, 'variants', 0], variant: one.variants[0] }))
  : result.variants.map((variant, i) => ({ name: variant.name, group: variant.group, path: [0, 'variants', i], variant }));

const baselineName = isBeside && !isComparison ? named[0].name : result.baseline;
const slots = slotsOf(named, baselineName, Object.keys(result.groups)[0]);

/** In the order of the file. */
export const subjects = named.map((subject, index) => ({ ...subject, index, slot: slots[index] }));

export const baseline = subjects.find(subject => subject.slot.isBaseline);

export const ratioKey = isOfCpu ? 'cpu_ratio' : 'ratio';

/** The best first. */
export const ranked = [...subjects].sort(isOfCpu
  ? (one, other) => (one.variant.cpu_ratio?.value ?? 1) - (other.variant.cpu_ratio?.value ?? 1)
  : (one, other) => other.variant.throughput.median - one.variant.throughput.median);

/** As they are drawn: the baseline last, over the others. */
export const drawn = [...subjects].sort((one, other) => one.slot.isBaseline - other.slot.isBaseline);

/** Tiers whose metrics were read for at least one subject. */
export const tiers = [...new Set(subjects.flatMap(({ variant }) => Object.keys(variant.tiers ?? {})))]
  .filter(tier => subjects.some(({ variant }) => variant.tiers?.[tier]));
