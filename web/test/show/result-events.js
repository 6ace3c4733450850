// Creates the lines of the events of a run from its result, as the load tool writes them. The tests need them for
// states that are rare in a real run. The C# tests check that the tool's own lines agree with its result.

const CORES = 2;
const TICKS_PER_TRIAL = 4;

/** @returns {object[]} all lines after the first one, which has the plan */
export function createEvents(result) {
  return result.kind === 'compare' ? comparisonEvents(result) : runEvents(result);
}

/** The first line: the result without figures. */
export const createPlan = (result, changes = {}) => ({ t: 0, plan: {
  ...result, cores: CORES, validity: { state: 'valid', checks: [] }, samples: [],
  variants: result.variants.map(variant => ({ ...variant, parts: [] })), ...changes,
} });

/** A line of show: what its page can do. */
export const createControls = (more = {}) => ({ t: 0, show: { controls: true, service: null, state: null, ...more } });

function comparisonEvents(result) {
  const events = [];
  const { turn_s: length, lead_s: lead } = result.plan;
  let t = result.variants.length * result.plan.warmup_s;
  for (const { variant: name, batch: round, requests, good, busy_s: busy } of result.samples) {
    const variant = result.variants.find(one => one.name === name);
    const { p50, p99 } = variant.latency;
    const load = {
      variant: name, rps: good / busy, requests, errors: requests - good, p50_ms: p50, p99_ms: p99,
      processes: processesOf(variant, good / busy), down: [],
    };
    events.push(createTurn(t, name, { is_measured: false, round }));
    t += lead;
    events.push(createTurn(t, name, { round }));
    for (let tick = 1; tick <= TICKS_PER_TRIAL; tick++) events.push({ t: t + tick / TICKS_PER_TRIAL * length, load });
    t += length;
    events.push({ t, sample: { variant: name, round, requests, good, busy_s: busy, p50_ms: p50, p99_ms: p99 } });
  }
  return [...events, ...endEvents(result, t, standingsOf(result))];
}

function runEvents(result) {
  const [{ name: variant, throughput: { rate: rps }, latency: { p50, p99 }, requests, errors }] = result.variants;
  const start = result.plan.warmup_s;
  const seconds = result.plan.turn_s;
  const processes = { target: { cores: 0.4, threads: 7, queue: 1 }, load: { cores: 0.1 } };
  const events = [createTurn(start, variant)];
  for (let at = 0.25; at < seconds; at += 0.25) {
    events.push({ t: start + at, load: {
      variant, rps, requests, errors, p50_ms: p50, p99_ms: p99, processes, down: [],
    } });
  }
  return [...events, ...endEvents(result, start + seconds)];
}

const endEvents = (result, t, standings) => [
  ...standings ? [{ t, standings }] : [],
  { t, validity: result.validity },
  { t, end: { state: result.validity.state, path: `results/${result.id}.json`, headline: headlineOf(result) } },
];

/** A sentence as long as those of the load tool. */
export const headlineOf = ({ validity: { state }, variants: [first, second = first], baseline }) => state === 'invalid'
  ? [{ text: 'Do not quote these figures.', kind: null }]
  : [
    { text: first.name, kind: 'variant' }, { text: ' serves ', kind: null },
    { text: 'one fifteenth as many', kind: 'amount' }, { text: ' requests as ', kind: null },
    { text: baseline, kind: 'variant' }, { text: ';\n', kind: null }, { text: second.name, kind: 'variant' },
    { text: ' serves half as many.', kind: null },
  ];

const standingsOf = ({ variants, method }) => variants.map(({ name, throughput: { rate }, ratio }) => ({
  variant: name, rounds: method.rounds, rate, ratio: ratio?.value ?? null, lo: ratio?.lo ?? null, hi: ratio?.hi ?? null,
  verdict: ratio?.verdict ?? null,
})).sort((one, other) => other.rate - one.rate);

/** What each process told in a trial. */
const processesOf = ({ processes }, rps) => Object.fromEntries([
  ...Object.entries(processes).map(([name, usage]) => [name, usage === null ? { cores: null } : {
    cores: usage.cpu_ms * rps / 1000, threads: usage.pool_threads, queue: usage.pool_queue,
  }]),
  ['load', { cores: 0.2 }],
]);

/** A line of a turn that begins. */
export const createTurn = (t, variant, more = {}) => ({ t, turn: {
  variant, is_measured: true, round: 1, connections: null, ...more,
} });

/** A line of the load at the moment. */
export const createLoad = (t, variant, rps, more = {}) => ({ t, load: {
  variant, rps, requests: rps, errors: 0, p50_ms: 1, p99_ms: 2, processes: {}, down: [], ...more,
} });
