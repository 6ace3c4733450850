// The events of a run, made from its result: the same names and fields as the tool's. For states that a real run is seldom
// in; that the tool tells what the result says is tested beside the tool.

const CORES = 2;
const TICKS = 4;

/** @returns {{type: string, data: object}[]} from the first stretch of load to the end */
export function eventsOf(result) {
  return result.kind === 'compare' ? ofComparison(result) : ofRun(result);
}

export const helloOf = (result, more = {}) => ({
  schema: 'urn:two-tier-testbed:live:1', run: 1, resumed: false, control: false, kind: result.kind, scenario: result.scenario.name,
  workload: result.workload ?? 'closed loop', plan: result.plan, model: result.model, baseline: result.baseline, groups: result.groups,
  variants: result.variants.map(({ name, group = null, summary = null }) => ({ name, group, summary })),
  order: result.order, parts: partsOf(result).map(({ name }) => name), cores: CORES, duration_s: result.duration_s, ...more,
});

function ofComparison(result) {
  const events = [];
  const { slice_s: length, slice_warmup_s: pause } = result.plan;
  let t = result.variants.length * result.plan.warmup_s;
  result.order.forEach((turns, r) => turns.forEach((place, s) => {
    const variant = result.variants[place];
    const round = variant.rounds[r];
    const phase = { round: r + 1, slot: s + 1, variant: variant.name, again: false, part: null, duration_s: result.duration_s };
    const levels = {
      cpu: { ...coresOf(variant, round, length), load: 0.2 },
      threads: levelsOf(variant, 'pool_threads'),
      queue: levelsOf(variant, 'pool_queue'),
    };
    const errors = r === 0 ? variant.errors : 0;
    events.push({ type: 'phase', data: { t, kind: 'warmup', ...phase } });
    t += pause;
    events.push({ type: 'phase', data: { t, kind: 'measure', ...phase } });
    for (let i = 1; i <= TICKS; i++) {
      const own = (r + i / TICKS) * length;
      events.push({ type: 'tick', data: {
        t: t + i / TICKS * length, variant: variant.name, own_t: own, rps: round.rps, p50: round.p50, p99: round.p99, errors, ...levels, late_p99: null,
      } });
    }
    t += length;
    events.push({ type: 'slice', data: {
      t, variant: variant.name, again: false, round: r + 1, part: null, own_t: (r + 1) * length, seconds: length, rps: round.rps, p50: round.p50,
      p99: round.p99, errors, ...levels,
    } });
  }));
  return [...events, ...endOf(result, standingOf(result))];
}

function ofRun(result) {
  const [variant] = result.variants;
  const events = [];
  let t = result.plan.warmup_s;
  partsOf(result).forEach(({ name, seconds, rps, p50, p99, errors }, i) => {
    const own = t - result.plan.warmup_s;
    events.push({ type: 'phase', data: {
      t, kind: 'measure', round: 1, slot: i + 1, variant: variant.name, again: false, part: name, duration_s: result.duration_s,
    } });
    const levels = { threads: { 'front-end': 7 + i }, queue: { 'front-end': i }, cpu: { 'front-end': 0.4, load: 0.1 } };
    for (let at = 0.25; at < seconds; at += 0.25) events.push({ type: 'tick', data: {
      t: t + at, variant: variant.name, own_t: own + at, rps, p50, p99, errors, ...levels, late_p99: null,
    } });
    t += seconds;
    events.push({ type: 'slice', data: {
      t, variant: variant.name, again: false, round: 1, part: name, own_t: own + seconds, seconds, rps, p50, p99, errors, cpu: {}, threads: {}, queue: {},
    } });
  });
  return [...events, ...endOf(result, [])];
}

function partsOf(result) {
  if (result.kind === 'compare') return [];
  const [variant] = result.variants;
  const bursts = (variant.bursts ?? []).map(burst => ({
    name: `burst of ${burst.requests}`, seconds: burst.duration_s, rps: burst.rps, p50: burst.p50, p99: burst.p99, errors: burst.errors,
  }));
  const phases = (variant.phases ?? []).map(phase => ({
    name: phase.name, seconds: phase.measured_s, rps: phase.rps, p50: phase.latency.p50, p99: phase.latency.p99, errors: phase.errors,
  }));
  if (phases.length > 0) return phases;
  return bursts.length > 0 ? bursts : [{
    name: result.workload, seconds: variant.measured_s, rps: variant.throughput.median, p50: variant.latency.p50, p99: variant.latency.p99,
    errors: variant.errors,
  }];
}

const endOf = (result, standing) => [
  ...standing.length > 0 ? [{ type: 'standing', data: { rows: standing } }] : [],
  ...result.marks.map(({ t_s: t, text }) => ({ type: 'mark', data: { t, text } })),
  { type: 'validity', data: result.validity },
  { type: 'end', data: { state: result.validity.state, report: 'report', data: `results/${result.id}.json` } },
];

const standingOf = ({ variants, baseline }) => variants.map(({ name, rounds, throughput, ratio }) => ({
  variant: name, rounds: rounds.length, median: throughput.median, ratio: ratio?.value ?? null, lo: ratio?.lo ?? null, hi: ratio?.hi ?? null,
  verdict: ratio?.verdict ?? (name === baseline ? 'baseline' : ''),
})).sort((one, other) => other.median - one.median);

const coresOf = (variant, round, length) => Object.fromEntries(Object.entries(variant.tiers).map(([tier, cost]) =>
  [tier, cost === null ? null : (tier === 'front-end' ? round.fe_cpu_ms : round.be_cpu_ms) * round.requests / 1000 / length]));

const levelsOf = (variant, key) => Object.fromEntries(Object.entries(variant.tiers).map(([tier, cost]) => [tier, cost?.[key] ?? null]));
