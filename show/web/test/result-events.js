// Creates the live events of a run from its result, with the names and fields that the load tool uses. The tests need
// them for states that are rare in a real run. The C# tests check that the tool's own events agree with its result.

const CORES = 2;
const TICKS_PER_TRIAL = 4;

/** @returns {{type: string, data: object}[]} all events after the first one, which is "hello" */
export function createEvents(result) {
  return result.kind === 'compare' ? comparisonEvents(result) : runEvents(result);
}

export const createHello = (result, changes = {}) => ({
  schema: 'urn:load:live:2', run: 1, resumed: false, control: false, kind: result.kind, scenario: result.scenario.name,
  workload: result.workload ?? 'closed loop', plan: result.plan, model: result.model, baseline: result.baseline,
  groups: result.groups,
  variants: result.variants.map(({ name, group = null, summary = null }) => ({ name, group, summary })),
  order: result.order, parts: partsOf(result).map(({ name }) => name), cores: CORES, duration_s: result.duration_s,
  ...changes,
});

function comparisonEvents(result) {
  const events = [];
  const { slice_s: length, slice_warmup_s: warmup } = result.plan;
  let t = result.variants.length * result.plan.warmup_s;
  result.order.forEach((order, r) => order.forEach((number, place) => {
    const variant = result.variants[number];
    const { requests, good, busy_s: busy, p50_ms: p50, p99_ms: p99 } =
      result.samples.find(one => one.variant === variant.name && one.round === r + 1);
    const rps = good / busy;
    const errors = r === 0 ? variant.errors : 0;
    const levels = {
      cpu: { ...coresOf(variant, rps), load: 0.2 },
      threads: levelsOf(variant, 'pool_threads'),
      queue: levelsOf(variant, 'pool_queue'),
      active: {}, connections: {}, served: {},
    };
    const common = { variant: variant.name, rps, p50, p99, requests, errors, ...levels, failures: null, down: [] };
    const phase = {
      round: r + 1, slot: place + 1, variant: variant.name, again: false, part: null, duration_s: result.duration_s,
    };
    events.push({ type: 'phase', data: { t, kind: 'warmup', ...phase } });
    t += warmup;
    events.push({ type: 'phase', data: { t, kind: 'measure', ...phase } });
    for (let i = 1; i <= TICKS_PER_TRIAL; i++) {
      const share = i / TICKS_PER_TRIAL;
      const data = { t: t + share * length, own_t: (r + share) * length, ...common, late_p99: null };
      events.push({ type: 'tick', data });
    }
    t += length;
    const slice = { t, again: false, round: r + 1, part: null, own_t: (r + 1) * length, seconds: length, ...common };
    events.push({ type: 'slice', data: slice });
  }));
  return [...events, ...endEvents(result, standingsOf(result))];
}

function runEvents(result) {
  const [variant] = result.variants;
  const events = [];
  let t = result.plan.warmup_s;
  partsOf(result).forEach(({ name, seconds, rps, p50, p99, errors }, i) => {
    const measured = t - result.plan.warmup_s;
    const common = { variant: variant.name, rps, p50, p99, errors, failures: null, down: [] };
    events.push({ type: 'phase', data: {
      t, kind: 'measure', round: 1, slot: i + 1, variant: variant.name, again: false, part: name,
      duration_s: result.duration_s,
    } });
    const levels = { threads: { target: 7 + i }, queue: { target: i }, cpu: { target: 0.4, load: 0.1 } };
    for (let at = 0.25; at < seconds; at += 0.25) {
      events.push({ type: 'tick', data: { t: t + at, own_t: measured + at, ...common, ...levels, late_p99: null } });
    }
    t += seconds;
    events.push({ type: 'slice', data: {
      t, again: false, round: 1, part: name, own_t: measured + seconds, seconds, ...common, cpu: {}, threads: {},
      queue: {},
    } });
  });
  return [...events, ...endEvents(result, [])];
}

function partsOf(result) {
  if (result.kind === 'compare') return [];
  const [variant] = result.variants;
  for (const shown of ['phase', 'burst']) {
    const parts = variant.parts.filter(({ kind }) => kind === shown);
    if (parts.length > 0) {
      return parts.map(({ name, measured_s: seconds, throughput: { rate: rps }, latency: { p50, p99 }, errors }) =>
        ({ name, seconds, rps, p50, p99, errors }));
    }
  }
  const { measured_s: seconds, throughput: { rate: rps }, latency: { p50, p99 }, errors } = variant;
  return [{ name: result.workload, seconds, rps, p50, p99, errors }];
}

const endEvents = (result, rows) => [
  ...rows.length > 0 ? [{ type: 'standing', data: { rows } }] : [],
  { type: 'validity', data: result.validity },
  { type: 'end', data: {
    state: result.validity.state, report: 'report', data: `results/${result.id}.json`, words: wordsOf(result),
  } },
];

/** Sentences as long as those of the load tool. */
export const wordsOf = ({ validity: { state, checks }, variants: [first, second = first], baseline }) =>
  state === 'invalid'
    ? {
      headline: [{ text: 'Do not quote these figures.', kind: null }],
      points: checks.filter(check => check.state === 'fail').map(({ label, value, cure }) => ({
        mark: '✗', phrases: [{ text: `${label}: ${value}`, kind: 'strong' }, { text: `, ${cure}.`, kind: null }],
      })),
    }
    : {
      headline: [
        { text: first.name, kind: 'variant' }, { text: ' serves ', kind: null },
        { text: 'one fifteenth as many', kind: 'amount' }, { text: ' requests as ', kind: null },
        { text: baseline, kind: 'variant' }, { text: ';\n', kind: null }, { text: second.name, kind: 'variant' },
        { text: ' serves half as many.', kind: null },
      ],
      points: [],
    };

const standingsOf = ({ variants, baseline, order }) => variants.map(({ name, throughput, ratio }) => ({
  variant: name, rounds: order.length, median: throughput.rate,
  ratio: ratio?.value ?? null, lo: ratio?.lo ?? null, hi: ratio?.hi ?? null,
  verdict: ratio?.verdict ?? (name === baseline ? 'baseline' : ''),
})).sort((one, other) => other.median - one.median);

/** The average number of cores that each process used in a trial. */
const coresOf = ({ processes }, rps) => Object.fromEntries(Object.entries(processes).map(([name, usage]) =>
  [name, usage === null ? null : usage.cpu_ms * rps / 1000]));

const levelsOf = ({ processes }, key) => Object.fromEntries(Object.entries(processes).map(([name, usage]) =>
  [name, usage?.[key] ?? null]));
