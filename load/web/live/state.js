// What the page knows, folded from events. Nothing here draws.
import { slotsOf } from '../shared/series-styles.js';

export const EVENTS = ['hello', 'phase', 'tick', 'slice', 'standing', 'validity', 'mark', 'end', 'alive'];

/** Ticks of three minutes: more than the strips show. */
const MOST_TICKS = 720;

/** Points of a line in the race: of a soak, each is then the mean of several ticks. */
const MOST_POINTS = 600;

export const state = { connection: 'open', ...nothing() };

function nothing() {
  return {
    hello: null, phase: null, ticks: [], slices: [], standing: [], validity: null, marks: [], end: null, t: 0,
    // By name of the variant, which may be any.
    slots: new Map(),
    race: new Map(),
  };
}

const folding = {
  hello(hello) {
    // Another run, or more missed than the tool keeps: what follows is the whole story.
    if (!hello.resumed) Object.assign(state, nothing());
    const slots = slotsOf(hello.variants, hello.baseline, Object.keys(hello.groups)[0]);
    state.hello = hello;
    state.slots = new Map(hello.variants.map(({ name }, i) => [name, { ...slots[i], index: i }]));
  },
  phase(phase) {
    state.phase = phase;
    state.hello.duration_s = phase.duration_s;
  },
  tick(tick) {
    state.ticks.push({ ...tick, kind: state.phase.kind, again: state.phase.again, stretch: `${state.phase.round}/${state.phase.slot}` });
    if (state.ticks.length > MOST_TICKS) state.ticks.shift();
    if (isCounted(state.phase)) race(tick.variant, tick.own_t, tick.rps);
  },
  slice(slice) {
    state.slices.push(slice);
    if (slice.again) return;
    // A page that came late has no ticks of it.
    const from = slice.own_t - slice.seconds;
    const isKnown = state.race.get(slice.variant)?.some(([own]) => own > from);
    if (!isKnown) race(slice.variant, slice.own_t - slice.seconds / 2, slice.rps);
  },
  standing({ rows }) {
    state.standing = rows;
  },
  validity(validity) {
    state.validity = validity;
  },
  mark(mark) {
    state.marks.push(mark);
  },
  end(end) {
    state.end = end;
  },
};

export function fold(type, data) {
  folding[type]?.(data);
  state.t = Math.max(state.t, data.t ?? 0);
}

/** The baseline's second turn shows the noise, and is nobody's figure. */
const isCounted = ({ kind, again }) => kind === 'measure' && !again;

function race(variant, own, rps) {
  const line = [...state.race.get(variant) ?? [], [own, rps]];
  state.race.set(variant, line.length > 2 * MOST_POINTS ? halved(line) : line);
}

const halved = line => line.filter((_, i) => i % 2 === 1).map(([own, rps], i) => [own, (rps + line[2 * i][1]) / 2]);

export const isComparison = () => state.hello?.kind === 'compare';

export const slotOf = variant => state.slots.get(variant);

/** Of a variant's own rounds. */
export const slicesOf = variant => state.slices.filter(slice => slice.variant === variant && !slice.again);

/** The stretch of load that is under way, as far as it has been measured. */
export const freshTicks = () => {
  const { phase, ticks } = state;
  return phase?.kind === 'measure' && !state.end
    ? ticks.filter(({ kind, stretch }) => kind === 'measure' && stretch === `${phase.round}/${phase.slot}`)
    : [];
};

export function median(values) {
  const sorted = values.filter(value => value !== null).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
