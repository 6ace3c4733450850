// A recording of the stage that the visitor steers. The recorded ticks of a strategy are played in their order, and
// again from the first one when they are over: nothing is smoothed or invented.
import { formatRatio } from '../../../web/shared/format.js';
import { parseRecording } from '../../../show/web/live/recording.js';
import { applyEvent, median } from '../../../show/web/live/state.js';

export class RecordedStage {
  #scenes = new Map();
  #time = 0;
  #number = 0;
  #shown;

  /** @param {string} text the events of a stage on which each variant was shown, one event per line, as JSON */
  constructor(text) {
    const [{ data: hello }, ...events] = parseRecording(text);
    for (const { type, data } of events) {
      if (type === 'phase') this.#scenes.set(data.variant, { phase: data, ticks: [] });
      else if (type === 'tick') this.#scenes.get(data.variant).ticks.push(data);
    }
    this.baseline = hello.baseline;
    applyEvent('hello', hello);
  }

  /** Shows a variant from its first recorded tick on. */
  show(variant) {
    const scene = this.#scenes.get(variant);
    this.#shown = { ...scene, from: this.#time, length: scene.ticks.at(-1).t - scene.phase.t, count: 0 };
    applyEvent('phase', { ...scene.phase, t: this.#time, round: ++this.#number });
  }

  /**
   * Plays the shown variant on.
   * @param {number} [seconds] all of its recording if none is given
   * @returns {boolean} whether a tick was played
   */
  advance(seconds = this.#shown.length) {
    const shown = this.#shown;
    const before = shown.count;
    this.#time += seconds;
    for (; ; shown.count++) {
      const repeats = Math.floor(shown.count / shown.ticks.length);
      const tick = shown.ticks[shown.count % shown.ticks.length];
      const t = shown.from + (repeats * shown.length + tick.t - shown.phase.t);
      if (t > this.#time) return shown.count > before;
      applyEvent('tick', { ...tick, t });
    }
  }

  /** @returns {string} how the rates of a variant are beside those of the baseline, as the end of a sentence */
  compare(variant) {
    const [rates, base] = [variant, this.baseline].map(name => this.#scenes.get(name).ticks.map(({ rps }) => rps));
    const ratio = median(rates) / median(base);
    if (variant === this.baseline) return 'the others are compared with it. Press another number.';
    if (Math.max(...rates) >= Math.min(...base) && Math.min(...rates) <= Math.max(...base)) {
      return `its rates and those of ${this.baseline} overlap in this recording.`;
    }
    return `${ratio < 0.5 ? `1/${Math.round(1 / ratio)}` : `${formatRatio(ratio)} times the rate`} of ${
      this.baseline} in this recording.`;
  }
}
