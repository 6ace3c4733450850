// The data that the live page shows. Each line of the events of the load tool updates it; this module draws nothing.
import { assignStyles } from '../shared/series-styles.js';

/** The names under which the page shows the target of the load, monitored or not, and the load tool. */
export const TARGET = 'target';
export const LOAD_TOOL = 'load';

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
    // The result without figures that describes what is measured, and the turn that has begun.
    run: null, phase: null, ticks: [], trials: [], standings: [], validity: null, marks: [], end: null, t: 0,
    // What show can do: whether it passes on what the page wants, and the service that it can kill, with its state.
    show: {},
    // Whether the run is load that does not end, or a proof of what it shows.
    isOnStage: false,
    // The errors of a trial that has more than the limit allows, by kind.
    failures: null,
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
    // For how many seconds each variant was measured in the trials that have ended.
    measured: new Map(),
    // For how long the variant of the phase had been warmed up before it: a variant can have several warm-ups.
    warmedUp: 0,
    // The target is the first process in the list and the load tool the last. Other monitored processes are between
    // them.
    processes: [TARGET, LOAD_TOOL],
  };
}

/** What the stage remembers while it proves what was shown, and afterwards. */
const stageMemory = () => ({ shown: state.shown, highestShown: state.highestShown, isProved: state.isProved });

/** What to do with each part of a line. What a line has none of is undefined, and null here. */
const handlers = {
  plan(run) {
    const isOnStage = run.kind === 'stage' || (state.isOnStage && !(isStage() && state.end));
    Object.assign(state, emptyState(), isOnStage && stageMemory(), { isOnStage });
    const names = run.variants.map(({ name }) => name);
    const styles = assignStyles(names, run.baseline);
    state.run = { ...run, duration_s: run.duration_s || null };
    state.styles = new Map(names.map((name, i) => [name, { ...styles[i], index: i }]));
  },
  turn({ is_measured: isMeasured, ...turn }, t) {
    state.phase = { ...turn, t, kind: isMeasured ? 'measure' : 'warmup' };
    state.warmedUp = state.warmups.get(turn.variant)?.at(-1)[0] ?? 0;
    state.failures = null;
    if (turn.connections === state.requestedConnections) state.requestedConnections = null;
  },
  load({ p50_ms: p50, p99_ms: p99, failures = null, ...load }, t) {
    const { phase } = state;
    const tick = { ...load, t, p50, p99, kind: phase.kind, trial: trialKey(phase) };
    addProcesses(tick);
    state.ticks.push(tick);
    if (state.ticks.length > MOST_TICKS) state.ticks.shift();
    if (phase.kind === 'measure' && t > phase.t && !isStage()) {
      addThroughput(tick.variant, (state.measured.get(tick.variant) ?? 0) + t - phase.t, tick.rps);
    }
    if (phase.kind === 'warmup' && phase.round === 0) addWarmup(tick.variant, state.warmedUp + t - phase.t, tick.rps);
    state.failures = failures;
    updateDown(tick);
    if (isStage()) addShown(tick);
  },
  sample({ variant, round, requests, good, busy_s: seconds, p50_ms: p50, p99_ms: p99 }, t) {
    addTrial({ variant, round, t, seconds, rps: good / seconds, p50, p99, requests, errors: requests - good });
  },
  standings(standings) {
    state.standings = standings;
  },
  validity(validity) {
    state.validity = validity;
  },
  show(show, t) {
    const { state: before = 'running' } = state.show;
    state.show = show;
    state.isOnStage ||= Boolean(show.controls);
    if (show.service && show.state !== before && show.state !== 'starting') {
      state.marks.push({ t, text: `${show.service} ${show.state === 'killed' ? 'killed' : 'started'}` });
    }
  },
  end(end) {
    state.end = end;
    state.isProved ||= state.isOnStage && !isStage();
  },
};

/** Applies a line of the events. */
export function applyLine({ t, ...parts }) {
  for (const [name, part] of Object.entries(parts)) handlers[name]?.(part, t);
  state.t = Math.max(state.t, t ?? 0);
}

/** Adds a trial that has ended, with what the processes told at its end. */
function addTrial(trial) {
  const last = state.ticks.at(-1);
  const isOwn = last?.variant === trial.variant && last.t >= state.phase?.t;
  state.trials.push({ ...trial, processes: isOwn ? last.processes : {} });
  // If the page was opened after a trial, it has received no ticks of the trial: its throughput becomes a single
  // point.
  const { variant, seconds } = trial;
  const from = state.measured.get(variant) ?? 0;
  const lastTick = state.throughput.get(variant)?.at(-1)[0] ?? 0;
  if (lastTick <= from) addThroughput(variant, from + seconds / 2, trial.rps);
  // A connection may be busy for less time than the trial took.
  state.measured.set(variant, Math.max(lastTick, from + seconds));
}

export const trialKey = ({ round, variant }) => `${round}/${variant}`;

function addProcesses({ processes }) {
  const added = Object.keys(processes).filter(name => !state.processes.includes(name));
  if (added.length > 0) state.processes.splice(-1, 0, ...added);
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

export const isComparison = () => state.run?.kind === 'compare';

/** Whether the load does not end and is only shown. */
export const isStage = () => state.run?.kind === 'stage';

export const styleOf = variant => state.styles.get(variant);

/** Whether the stage has killed the service that it can kill, which may be starting again. */
export const isServiceKilled = () => ['killed', 'starting'].includes(state.show.state);

/** The processes under load that no longer answer. */
export function processesDown() {
  const down = state.down.get(state.phase?.variant) ?? [];
  return isServiceKilled() ? [...new Set([...down, state.show.service])] : down;
}

/** The finished trials of a variant. */
export const trialsOf = variant => state.trials.filter(trial => trial.variant === variant);

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
