// Results to draw: real ones, and what becomes of a real one in another state.
import { readFileSync, readdirSync } from 'node:fs';

const read = path => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Of each kind of run, made by the tool against the testbed on a busy machine: to be drawn, never to be quoted. */
export const real = Object.fromEntries(readdirSync(new URL('../results/', import.meta.url))
  .filter(file => file.endsWith('.json')).map(file => [file.replace('.json', ''), read(`../results/${file}`)]));

real.compare = read('../../../../docs/results/20261120-1752-strategies.json');

const changed = (result, change) => {
  const copy = structuredClone(result);
  change(copy);
  return copy;
};

const ofCompare = change => changed(real.compare, change);

const HOSTILE = [
  '<img src=x onerror="document.title=`run`">', '"></script><script>document.title="run"</script>', "'-alert(1)-'", '{{script}}<!--words-->',
  'a name that goes on and on and on, far longer than any name in any chart could ever be, and has no end in sight at all',
  'مرحبا שלום', '&lt;b&gt; &amp;', 'x.y.z', '__proto__',
];

export const states = {
  invalid: ofCompare(result => {
    result.validity.state = 'invalid';
    Object.assign(result.validity.checks.find(({ id }) => id === 'self'),
      { state: 'fail', value: '1.31 of 2 cores', cure: 'it competed with what it measured: give it fewer connections' });
    for (const variant of result.variants) {
      for (const ratio of [variant.ratio, variant.cpu_ratio]) if (ratio) ratio.verdict = 'withheld';
    }
  }),
  'invalid-run': changed(real.rate, result => {
    result.validity.state = 'invalid';
    Object.assign(result.validity.checks[0], { state: 'fail', cure: 'a lower rate' });
  }),
  'cut-short': ofCompare(result => {
    result.validity.state = 'cut-short';
    result.method.pairs = 3;
    result.order.length = 3;
    result.heat.cols = 12;
    for (const variant of result.variants) {
      variant.rounds.length = 3;
      variant.heat = variant.heat.split('|').slice(0, 12).join('|');
      if (variant.ratio) variant.ratio.by_round.length = 3;
    }
  }),
  errors: ofCompare(result => {
    const [first] = result.variants;
    Object.assign(first, { errors: 718, statuses: { 200: first.requests - 718, 503: 700 }, transport_errors: { timeout: 18 } });
  }),
  'nothing-but-errors': ofCompare(result => {
    const [first] = result.variants;
    const none = { min: null, mean: null, max: null, p50: null, p90: null, p95: null, p99: null, p999: null, curve: [] };
    Object.assign(first, {
      errors: first.requests, statuses: {}, transport_errors: { refused: first.requests }, ratio: null, cpu_ratio: null, latency: { ...first.latency, ...none },
      throughput: { median: 0, lo: null, hi: null, unit: 'req/s' }, tiers: { 'front-end': null, 'back-end': null },
      heat: first.heat.replace(/\d+/g, '0'),
      rounds: first.rounds.map(round => ({ ...round, requests: 0, rps: 0, rps_bins: round.rps_bins.map(() => 0), p50: null, p99: null })),
    });
  }),
  'one-variant': ofCompare(result => {
    result.variants = result.variants.filter(({ name }) => name === result.baseline);
    result.order = result.order.map(() => [0]);
  }),
  'fifteen-variants': ofCompare(result => {
    const more = result.variants.slice(0, 6).map(variant => ({ ...structuredClone(variant), name: `${variant.name}-parallel` }));
    result.variants.push(...more);
    result.order = result.order.map(turns => [...turns, ...more.map((_, i) => 9 + i)]);
    result.groups = { first: 'what the sources used', second: 'what came after' };
    result.variants.forEach((variant, i) => { variant.group = i % 2 === 0 ? 'first' : 'second'; });
  }),
  'hostile-names': ofCompare(result => {
    result.variants.forEach((variant, i) => { variant.name = HOSTILE[i]; });
    result.baseline = HOSTILE[3];
    result.scenario.name = HOSTILE[1];
    result.repeat = HOSTILE[0];
    result.marks = [{ t_s: 100, text: HOSTILE[0] }];
    result.groups = { [HOSTILE[0]]: HOSTILE[1] };
    result.variants[0].group = HOSTILE[0];
    result.validity.checks[0].label = HOSTILE[0];
  }),
  'no-metrics': ofCompare(result => {
    for (const variant of result.variants) Object.assign(variant, { tiers: { 'front-end': null, 'back-end': null }, cpu_ratio: null });
  }),
  'noise-and-marks': ofCompare(result => {
    result.noise = { lo: 0.97, hi: 1.04 };
    result.marks = [{ t_s: 120, text: 'another build ran' }];
  }),
};

export const besides = {
  comparisons: [real.compare, changed(real.compare, result => { result.id += '-again'; })],
  runs: [real.rate, changed(real.rate, result => { result.id += '-again'; })],
};
