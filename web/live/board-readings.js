// What the board shows of the variant under load: readings of the load tool's events, and nothing else. This module
// draws nothing.
import { formatCount } from '../shared/format.js';
import { LOAD_TOOL, TARGET, isComparison, median, processesDown, state, trialKey, trialsOf } from './state.js';

/** The parts of the target. If what is broken has another name, it is the services that the target calls. */
const TARGET_PARTS = ['waiting', 'threads', 'connections'];

/** The number of ticks, four per second, over which the rates of flows are taken: the last second. */
const LAST_SECOND = 4;

const formatPercent = value => `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;

const sum = values => values.reduce((total, value) => total + value, 0);

/**
 * What the number of a board can be: how it is read from parts of a run, each with its requests and errors and with the
 * rate of good answers, and by how much it must differ for one variant to be clearly worse than the other.
 */
const NUMBERS = {
  failed: {
    unit: 'of the requests fail',
    format: formatPercent,
    of: parts => {
      const requests = sum(parts.map(part => part.requests));
      return requests > 0 ? 100 * sum(parts.map(part => part.errors)) / requests : null;
    },
    isWorse: (own, other) => own >= other + 5,
  },
  good: {
    unit: 'good answers per second',
    format: formatCount,
    of: parts => median(parts.map(part => part.rps)),
    isWorse: (own, other) => own <= 0.8 * other,
  },
};

/**
 * What the talk asks for in the fragment of the address of the page.
 * @returns {{number: 'failed' | 'good', broken: string} | null} null if it asks for no board
 */
export const parseBoard = hash => JSON.parse(new URLSearchParams(hash.slice(1)).get('board'));

const options = parseBoard(globalThis.location?.hash ?? '');

/** Whether the page shows the board in place of its charts: for a comparison. */
export const isBoard = () => options !== null && isComparison() && !state.isOnStage;

/** The ticks since the phase began, or else those of the warm-up of the same trial. */
function recentTicks() {
  const { phase, ticks } = state;
  const own = ticks.filter(({ t }) => t > phase.t);
  return own.length > 0 ? own : ticks.filter(({ kind, trial }) => kind === 'warmup' && trial === trialKey(phase));
}

/** What the trial of these ticks would have if it ended now. */
function trialSoFar(ticks) {
  const { requests, errors } = ticks.at(-1) ?? { requests: 0, errors: 0 };
  return { requests, errors, rps: ticks.length > 0 ? sum(ticks.map(({ rps }) => rps)) / ticks.length : null };
}

/** The names of the processes behind the target, as soon as they have been read once. */
function servicesOf(variant) {
  const read = state.ticks.filter(tick => tick.variant === variant).map(({ processes }) => Object.keys(processes)
    .filter(name => name !== LOAD_TOOL)).findLast(names => names.length > 0);
  return (read ?? []).filter(name => name !== TARGET);
}

/** What keeps a process from being read, if it has told of its threads before; null for nothing. */
function silenceOf(name, tick) {
  if (processesDown().includes(name)) return name === TARGET && tick?.rps > 0 ? 'no reading' : 'no answer';
  const threadsOf = ({ processes }) => processes[name]?.threads;
  const isRead = tick?.processes[name] !== undefined;
  return isRead && threadsOf(tick) === undefined && state.ticks.some(threadsOf) ? 'no reading' : null;
}

/** All that the board shows while the variant of the phase is under load. */
export function readBoard({ number: kind, broken } = options) {
  const { run, phase, trials } = state;
  const { variant } = phase;
  const { unit, format, of, isWorse } = NUMBERS[kind];
  const ticks = recentTicks();
  const isCounted = phase.kind === 'measure' && ticks.at(-1)?.kind === 'measure';
  const trial = trialSoFar(ticks);
  const level = (key, name = TARGET) => ticks.at(-1)?.processes[name]?.[key] ?? null;
  const [active, threads] = [level('active'), level('threads')];

  // All trials so far, so that the numbers end as those of the finding.
  const value = of(isCounted ? [...trialsOf(variant).filter(({ round }) => round !== phase.round), trial] : [trial]);
  const other = trials.findLast(trial => trial.variant !== variant)?.variant;
  const ghost = of(trialsOf(other));
  const own = of(trialsOf(variant)) ?? (isCounted ? value : null);
  const isBad = own !== null && ghost !== null && isWorse(own, ghost);
  const { connections } = run.model;
  return {
    variant,
    sentence: run.variants.find(({ name }) => name === variant).summary ?? variant,
    callers: phase.connections ?? connections ?? null,
    failedShare: trial.requests > 0 ? trial.errors / trial.requests : 0,
    waiting: active === null || threads === null ? null : Math.max(0, active - threads),
    queue: level('queue'),
    threads,
    connections: level('connections'),
    silence: silenceOf(TARGET, ticks.at(-1)),
    services: servicesOf(variant).map(name =>
      ({ name, served: level('served', name), silence: silenceOf(name, ticks.at(-1)) })),
    number: value === null ? '–' : format(value),
    unit,
    isCounted,
    ghost: ghost === null ? null : { variant: other, number: format(ghost) },
    broken: !isBad ? null : TARGET_PARTS.includes(broken) ? broken : 'services',
    rates: { requests: rateOf('requests', ticks), errors: rateOf('errors', ticks) },
  };
}

/** How often something happened per second, by the last second of ticks. */
function rateOf(key, ticks) {
  const last = ticks.at(-1);
  const before = ticks.at(-1 - LAST_SECOND) ?? { t: state.phase.t, [key]: 0 };
  return last ? (last[key] - before[key]) / (last.t - before.t) : 0;
}

/** The number of each variant over all its trials; none of an invalid run. */
export function readFinalNumbers({ number: kind } = options) {
  const { of, format, unit } = NUMBERS[kind];
  if (state.end.state === 'invalid') return [];
  return state.run.variants.map(({ name }) => ({ name, value: of(trialsOf(name)) }))
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => ({ name, number: format(value), unit }));
}
