// A recorded run: the events that the load tool kept, each with the second at which it came. This module draws nothing.

/**
 * Parses the lines of a recording.
 * @param {string} text one event per line, as JSON
 * @returns {{t: number, at: number}[]} the lines, each with its second of the recording
 */
export function parseRecording(text) {
  // A stage and each of its proofs have a clock of their own.
  let [at, start] = [0, 0];
  return text.split('\n').filter(line => line.trim() !== '').map(line => {
    const event = JSON.parse(line);
    if (event.plan && at > 0) start = at - event.t;
    at = Math.max(at, start + event.t);
    return { ...event, at };
  });
}

/** A recording in the talk begins where something is measured that counts, if that is later than this, in seconds. */
const LATEST_DATA = 3;

/** The time at which a recording begins in the talk: not with a long warm-up. */
export function findStart(events) {
  const measured = events.find(({ turn }) => turn?.is_measured);
  return measured?.at > LATEST_DATA ? measured.at : 0;
}

/** The number of events that have come up to a time, in seconds. */
const countUntil = (events, time) => events.filter(({ at }) => at <= time).length;

/** Plays events in the order of their times. Going back starts again from the first event. */
export class Player {
  #count = 0;

  /**
   * @param {{at: number}[]} events
   * @param {() => void} reset forgets all events
   * @param {(event: object) => void} apply
   */
  constructor(events, reset, apply) {
    Object.assign(this, { events, reset, apply, duration: events.at(-1)?.at ?? 0, time: 0 });
  }

  /** Shows the run as it was at a time, in seconds. */
  seek(time) {
    this.time = Math.min(this.duration, Math.max(0, time));
    const wanted = countUntil(this.events, this.time);
    if (wanted < this.#count) {
      this.reset();
      this.#count = 0;
    }
    for (; this.#count < wanted; this.#count++) this.apply(this.events[this.#count]);
  }
}
