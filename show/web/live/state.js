// The data that the live page shows. Each event from the load tool updates the data; this module draws nothing.
import { assignStyles } from '../../../web/shared/series-styles.js';

/** The names under which the page shows the target of the load, monitored or not, and the load tool. */
export const TARGET = 'target';
export const LOAD_TOOL = 'load';

export const EVENTS = ['hello', 'phase', 'tick', 'slice', 'standing', 'validity', 'service', 'end', 'alive'];

/** The number of ticks to keep, four per second: three minutes, which is more than the timelines show. */
const MOST_TICKS = 720;

/** The number of ticks of which the stage keeps the median: three seconds. */
const SHOWN_TICKS = 12;

/** The number of points in a throughput line. In a long run each point becomes the mean of several ticks. */
const MOST_POINTS = 600;

export const state = { connection: 'open', ...emptyState() };

/** Forgets all events, so that a recording can be played from its start again. */
export const resetState = () => Object.assign(state, emptyState());

function emptyState() {
  return {
    hello: null, phase: null, ticks: [], trials: [], standings: [], validity: null, marks: [], end: null, t: 0,
    // The errors of a trial that has more than the limit allows, by kind.
    failures: null,
    // The requests of the latest burst, by kind.
    burst: null,
    // The number of connections that the user has asked for last, until the load tool shows it.
    requestedConnections: null,
    // The processes that no longer answer, by the variant whose load last showed it.
    down: new Map(),
    // What each variant did when it was last shown, while nothing is measured, the highest rate that was shown, and
    // whether a comparison has ended.
    shown: new Map(),
    highestShown: 0,
    isProved: false,
    // Values by variant name are in a Map, because a name can be any text, even that of a property of Object.
    styles: new Map(),
    throughput: new Map(),
    warmups: new Map(),
    // For how long the variant of the phase had been warmed up before it: a variant can have several warm-ups.
    warmedUp: 0,
    // The target is the first process in the list and the load tool the last. Other monitored processes are between
    // them.
    processes: [TARGET, LOAD_TOOL],
  };
}

/** What the stage remembers while it proves what was shown, and afterwards. */
const stageMemory = () => ({ shown: state.shown, highestShown: state.highestShown, isProved: state.isProved });

const handlers = {
  hello(hello) {
    // If another run has started, or the page has missed more events than the load tool keeps, the tool sends all
    // events again, so the page forgets what it has received before.
    if (!hello.resumed) Object.assign(state, emptyState(), hello.stage && state.hello?.stage && stageMemory());
    const names = hello.variants.map(({ name }) => name);
    const styles = assignStyles(names, hello.baseline);
    state.hello = hello;
    state.styles = new Map(names.map((name, i) => [name, { ...styles[i], index: i }]));
  },
  phase(phase) {
    state.phase = phase;
    state.warmedUp = state.warmups.get(phase.variant)?.at(-1)[0] ?? 0;
    state.failures = null;
    state.hello.duration_s = phase.duration_s;
    if (phase.connections === state.requestedConnections) state.requestedConnections = null;
  },
  tick(tick) {
    addProcesses(tick);
    state.ticks.push({ ...tick, kind: state.phase.kind, again: state.phase.again, trial: trialKey(state.phase) });
    if (state.ticks.length > MOST_TICKS) state.ticks.shift();
    if (isCounted(state.phase) && !isStage()) addThroughput(tick.variant, tick.own_t, tick.rps);
    if (state.phase.kind === 'warmup' && state.phase.round === 0) {
      addWarmup(tick.variant, state.warmedUp + tick.t - state.phase.t, tick.rps);
    }
    state.failures = tick.failures ?? null;
    state.burst = tick.burst ?? state.burst;
    updateDown(tick);
    if (isStage()) addShown(tick);
  },
  slice(trial) {
    addProcesses(trial);
    state.trials.push(trial);
    state.burst = trial.burst ?? null;
    if (trial.again) return;
    // If the page was opened after a trial, it has received no ticks of the trial: its throughput becomes a single
    // point.
    const from = trial.own_t - trial.seconds;
    const hasTicks = state.throughput.get(trial.variant)?.some(([measured]) => measured > from);
    if (!hasTicks) addThroughput(trial.variant, trial.own_t - trial.seconds / 2, trial.rps);
  },
  standing({ rows }) {
    state.standings = rows;
  },
  validity(validity) {
    state.validity = validity;
  },
  service({ t, service, state: serviceState }) {
    state.hello.stage = { service, service_state: serviceState };
    if (serviceState !== 'starting') {
      state.marks.push({ t, text: `${service} ${serviceState === 'killed' ? 'killed' : 'started'}` });
    }
  },
  end(end) {
    state.end = end;
    state.isProved ||= Boolean(state.hello.stage) && !isStage();
  },
};

export function applyEvent(type, data) {
  handlers[type]?.(data);
  state.t = Math.max(state.t, data.t ?? 0);
}

/**
 * Whether a trial counts for its variant. The second trial of the baseline in a round does not: it only shows the
 * noise.
 */
const isCounted = ({ kind, again }) => kind === 'measure' && !again;

export const trialKey = ({ round, slot }) => `${round}/${slot}`;

function addProcesses({ cpu, threads }) {
  const added = [...Object.keys(cpu), ...Object.keys(threads)].filter(name => !state.processes.includes(name));
  if (added.length > 0) state.processes.splice(-1, 0, ...new Set(added));
}

const addWarmup = (variant, seconds, rps) =>
  state.warmups.set(variant, [...state.warmups.get(variant) ?? [], [seconds, rps]]);

/**
 * Notes on the time axes when a process stops answering, and when it answers again. A tick tells only about the
 * processes of its own variant, so those of the others stay as they were.
 */
function updateDown({ t, variant, down = [] }) {
  const before = allDown();
  state.down.set(variant, down);
  const after = allDown();
  // What the stage itself has done to a service has a note already.
  const isTold = (name, text) => state.marks.findLast(mark => mark.text.startsWith(`${name} `))?.text === text;
  const gone = after.filter(name => !before.includes(name) && !isTold(name, `${name} killed`));
  const back = before.filter(name => !after.includes(name) && !isTold(name, `${name} started`));
  state.marks.push(
    ...gone.map(name => ({ t, text: `${name} gone` })), ...back.map(name => ({ t, text: `${name} back` })));
}

/** Keeps the median of the last seconds. What a variant does without a service is not what it can do. */
function addShown({ variant, rps, p99 }) {
  state.highestShown = Math.max(state.highestShown, rps);
  const recent = state.ticks.filter(({ trial }) => trial === trialKey(state.phase)).slice(-SHOWN_TICKS);
  if (processesDown().length === 0) state.shown.set(variant, { rps: median(recent.map(tick => tick.rps)), p99 });
}

const allDown = () => [...new Set([...state.down.values()].flat())];

function addThroughput(variant, measured, rps) {
  const line = [...state.throughput.get(variant) ?? [], [measured, rps]];
  state.throughput.set(variant, line.length > 2 * MOST_POINTS ? halvePoints(line) : line);
}

const halvePoints = line =>
  line.filter((_, i) => i % 2 === 1).map(([measured, rps], i) => [measured, (rps + line[2 * i][1]) / 2]);

export const isComparison = () => state.hello?.kind === 'compare';

/** Whether both variants are loaded at the same moment. The current variant is then the one that started last. */
export const isDuet = () => state.hello?.plan.design === 'duet';

/** Whether the load does not end and is only shown. */
export const isStage = () => state.hello?.kind === 'stage';

export const styleOf = variant => state.styles.get(variant);

/** Whether the stage has killed the service that it can kill, which may be starting again. */
export const isServiceKilled = () => ['killed', 'starting'].includes(state.hello?.stage?.service_state);

/** The processes under load that no longer answer. */
export function processesDown() {
  const down = isDuet() ? allDown() : state.down.get(state.phase?.variant) ?? [];
  return isServiceKilled() ? [...new Set([...down, state.hello.stage.service])] : down;
}

/** The finished trials of a variant, without the repeated trials of the baseline. */
export const trialsOf = variant => state.trials.filter(trial => trial.variant === variant && !trial.again);

/** The ticks of the trial that is being measured. */
export const currentTicks = () => {
  const { phase, ticks } = state;
  return phase?.kind === 'measure' && !state.end
    ? ticks.filter(({ kind, trial }) => kind === 'measure' && trial === trialKey(phase))
    : [];
};

/** The ticks of the warm-up that is running before the first round. */
export const warmupTicks = () => {
  const { phase, ticks } = state;
  return phase?.kind === 'warmup' && phase.round === 0
    ? ticks.filter(({ kind, variant, t }) => kind === 'warmup' && variant === phase.variant && t > phase.t)
    : [];
};

export function median(values) {
  const sorted = values.filter(value => value !== null).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
