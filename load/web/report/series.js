// Lines that are no variants: figures of one run, and its tiers.
import { slotsOf } from '../shared/series-styles.js';
import { result } from './data.js';

const seriesOf = (names, baseline) => slotsOf(names.map(name => ({ name })), baseline)
  .map((slot, index) => ({ name: names[index], slot, index }));

export const one = name => seriesOf([name], name)[0];

export const [p50, p99] = seriesOf(['p50', 'p99'], 'p50');

const tiers = seriesOf(Object.keys(result.variants[0].tiers ?? {}), null);

/** @param {(tier: string) => [number, number | null][]} pointsOf */
export const ofTiers = pointsOf => tiers.map(subject => ({ subject, points: pointsOf(subject.name) }));

/** Of an open loop: from the intended start, from the send, and the tool's own delay. */
export function clocks(path, variant) {
  const there = ['latency', 'service', 'lateness'].filter(key => variant[key]);
  const named = seriesOf(there.map(key => variant[key].clock), variant.latency.clock);
  return named.map((subject, i) => ({ ...subject, path: [...path, there[i]], latency: variant[there[i]] }));
}

/** Parts of a run as lines of their own. */
export const parts = (path, list) => seriesOf(list.map(part => part.name), list[0].name)
  .map((subject, i) => ({ ...subject, path: [...path, i], latency: list[i].latency, variant: list[i] }));
