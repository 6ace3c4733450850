// Results that the tests show on pages: measured results, and copies that are changed into states that are rare.
import { readFileSync, readdirSync } from 'node:fs';

const read = path => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/**
 * One result of each kind, by its name. They were measured on a busy machine, and edited: runs were converted to the
 * schema of today, and one variant of the comparison was taken out and its intervals computed again. Do not quote them.
 */
export const real = Object.fromEntries(readdirSync(new URL('results/', import.meta.url))
  .filter(file => file.endsWith('.json')).map(file => [file.replace('.json', ''), read(`results/${file}`)]));

const changed = (result, change) => {
  const copy = structuredClone(result);
  change(copy);
  return copy;
};

const changedComparison = change => changed(real.compare, change);

const HOSTILE_NAMES = [
  '<img src=x onerror="document.title=`run`">', '"></script><script>document.title="run"</script>', "'-alert(1)-'",
  '{{script}}<!--words-->',
  'a name that is much longer than any name that a chart has room for, and that continues after this for a long time',
  'مرحبا שלום', '&lt;b&gt; &amp;', 'x.y.z', '__proto__',
];

export const states = {
  invalid: changedComparison(result => {
    result.validity.state = 'invalid';
    const cure = 'the load tool competed with the target for the CPU: use fewer connections';
    const check = result.validity.checks.find(({ id }) => id === 'self');
    Object.assign(check, { state: 'fail', value: '1.31 of 2 cores', cure });
    for (const variant of result.variants) {
      for (const ratio of [variant.ratio, variant.cpu_ratio]) if (ratio) ratio.verdict = 'withheld';
    }
  }),
  'invalid-run': changed(real.rate, result => {
    result.validity.state = 'invalid';
    Object.assign(result.validity.checks[0], { state: 'fail', cure: 'try a lower rate' });
  }),
  // What can be on one page together: errors, a third process, and ratios that cannot be seen.
  crowded: changedComparison(result => {
    const [first] = result.variants;
    const statuses = { 200: first.requests - 718, 503: 700 };
    Object.assign(first, { errors: 718, statuses, transport_errors: { timeout: 18 } });
    for (const variant of result.variants) {
      // The report page lists the target as the first process, even if it is not the first process in the result.
      const { target, ...others } = variant.processes;
      variant.processes = { database: structuredClone(target), ...others, target };
    }
  }),
  'cut-short': changedComparison(result => {
    result.validity.state = 'cut-short';
    result.validity.cut_short = true;
    result.method.rounds = 3;
    result.samples = result.samples.filter(({ batch }) => batch <= 3);
    for (const variant of result.variants) {
      if (variant.ratio) variant.ratio.units.length = 3;
    }
  }),
  failures: changed(real.closed, result => {
    const [run] = result.variants;
    const phase = { ...run.latency, clock: 'ttfb' };
    Object.assign(run, {
      errors: 5, statuses: { 200: run.requests - 5 }, transport_errors: { timeout: 3, 'closed early': 2 }, unfinished: 1,
      timings: { connect: phase, tls: null, ttfb: phase, body: phase, connections_opened: 12 },
      causes: { timeout: { 'no answer within the time limit': 2, 'no connection <b>at all</b>': 1 }, 'closed early': { closed: 2 } },
    });
  }),
  'nothing-but-errors': changedComparison(result => {
    const [first] = result.variants;
    const keys = ['min', 'mean', 'max', 'p50', 'p90', 'p95', 'p99', 'p999'];
    Object.assign(first, {
      errors: first.requests, statuses: {}, transport_errors: { refused: first.requests }, ratio: null, cpu_ratio: null,
      latency: { ...first.latency, ...Object.fromEntries(keys.map(key => [key, null])), curve: [] },
      throughput: { rate: 0, lo: null, hi: null }, processes: { target: null, 'back-end': null },
    });
    for (const sample of result.samples.filter(({ variant }) => variant === first.name)) {
      Object.assign(sample, { good: 0, cpu_s: null });
    }
  }),
  'one-variant': changedComparison(result => {
    result.variants = result.variants.filter(({ name }) => name === result.baseline);
    result.samples = result.samples.filter(({ variant }) => variant === result.baseline);
  }),
  'fifteen-variants': changedComparison(result => {
    const more = result.variants.slice(0, 6)
      .map(variant => ({ ...structuredClone(variant), name: `${variant.name}-parallel` }));
    result.variants.push(...more);
    result.samples.push(...more.flatMap(({ name }) => result.samples
      .filter(({ variant }) => `${variant}-parallel` === name).map(sample => ({ ...sample, variant: name }))));
  }),
  'hostile-names': changedComparison(result => {
    const names = result.variants.map(({ name }) => name);
    for (const sample of result.samples) sample.variant = HOSTILE_NAMES[names.indexOf(sample.variant)];
    result.variants.forEach((variant, i) => { variant.name = HOSTILE_NAMES[i]; });
    result.baseline = HOSTILE_NAMES[3];
    result.scenario.name = HOSTILE_NAMES[1];
    result.repeat = HOSTILE_NAMES[0];
    result.validity.checks[0].label = HOSTILE_NAMES[0];
  }),
  'no-metrics': changedComparison(result => {
    for (const variant of result.variants) {
      Object.assign(variant, { processes: { target: null, 'back-end': null }, cpu_ratio: null });
    }
    for (const sample of result.samples) sample.cpu_s = null;
  }),
  'merged-bursts': changed(real.bursts, result => { result.variants[0].processes = {}; }),
  busy: changedComparison(result => {
    Object.assign(result.validity, { state: 'busy', other_share: 0.36 });
    for (const variant of result.variants) {
      for (const ratio of [variant.ratio, variant.cpu_ratio, variant.alloc_ratio]) {
        if (ratio && ratio.lo < 1.5 && ratio.hi > 1 / 1.5) ratio.verdict = 'withheld';
      }
    }
  }),
};

/** The results whose pages have no element that the page of no other result has: their accessibility is known. */
export const repetitions = [
  'busy', 'cut-short', 'nothing-but-errors', 'one-variant', 'no-metrics', 'merged-bursts',
];
