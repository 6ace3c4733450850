// A recording of the stage that the visitor steers. The recorded ticks of a strategy are played in their order, and
// again from the first one when they are over: nothing is smoothed or invented.
import { formatRatio } from '../../../web/shared/format.js';
import { parseRecording } from '../../../show/web/live/recording.js';
import { applyLine, median } from '../../../show/web/live/state.js';

export class RecordedStage {
  #scenes = new Map();
  #time = 0;
  #number = 0;
  #shown;

  /** @param {string} text the events of a stage on which each variant was shown, one event per line, as JSON */
  constructor(text) {
    const [first, ...lines] = parseRecording(text);
    for (const line of lines) {
      if (line.turn) this.#scenes.set(line.turn.variant, { start: line, ticks: [] });
      else this.#scenes.get(line.load.variant).ticks.push(line);
    }
    this.baseline = first.plan.baseline;
    applyLine(first);
  }

  /** Shows a variant from its first recorded tick on. */
  show(variant) {
    const scene = this.#scenes.get(variant);
    this.#shown = { ...scene, from: this.#time, length: scene.ticks.at(-1).t - scene.start.t, count: 0 };
    applyLine({ t: this.#time, turn: { ...scene.start.turn, round: ++this.#number } });
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
      const t = shown.from + (repeats * shown.length + tick.t - shown.start.t);
      if (t > this.#time) return shown.count > before;
      applyLine({ t, load: tick.load });
    }
  }

  /** @returns {string} how the rates of a variant are beside those of the baseline, as the end of a sentence */
  compare(variant) {
    const ratesOf = name => this.#scenes.get(name).ticks.map(({ load }) => load.rps);
    const [rates, base] = [variant, this.baseline].map(ratesOf);
    const ratio = median(rates) / median(base);
    if (variant === this.baseline) return 'the others are compared with it. Press another number.';
    if (Math.max(...rates) >= Math.min(...base) && Math.min(...rates) <= Math.max(...base)) {
      return `its rates and those of ${this.baseline} overlap in this recording.`;
    }
    return `${ratio < 0.5 ? `1/${Math.round(1 / ratio)}` : `${formatRatio(ratio)} times the rate`} of ${
      this.baseline} in this recording.`;
  }
}
