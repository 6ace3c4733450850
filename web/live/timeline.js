// The code that the three timelines at the bottom of the live page share. Each timeline shows about the last half
// minute, with a coloured band below it that tells which variant was loaded.
import { declutter } from '../shared/declutter.js';
import { shortenName } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { byId, rem } from './dom.js';
import { isComparison, state, styleOf } from './state.js';

/** The length of a timeline, in seconds. */
const TIMELINE_LENGTH = 36;

/** The longest time that one tick (an update from the load tool) covers on a timeline, in seconds. */
const LONGEST_TICK = 0.5;

const LONGEST_NOTE = 40;

/**
 * Returns the last half minute as intervals with their values. A finished trial of a comparison is one interval. The
 * current trial, and all of a single run, have one interval per tick.
 */
export function recentIntervals() {
  const { trials, ticks, t } = state;
  const finished = isComparison()
    ? trials.map(trial => ({ ...trial, from: trial.t - trial.seconds, to: trial.t }))
    : [];
  const since = finished.at(-1)?.to ?? 0;
  const current = ticks
    .map((tick, i) => ({ ...tick, from: Math.max(tick.t - LONGEST_TICK, ticks[i - 1]?.t ?? 0), to: tick.t }))
    .filter(tick => tick.kind === 'warmup' || tick.t > since);
  return [...finished, ...current]
    .filter(({ to }) => to > t - TIMELINE_LENGTH)
    .sort((one, other) => one.to - other.to);
}

/**
 * @param {number} labelWidth the space to the right of the plot, in rem
 * @returns {object | null} the position of the plot and its time scale; null when there is nothing to show yet
 */
export function createPlot(id, intervals, labelWidth) {
  const [element, size] = [byId(id), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  if (intervals.length === 0) {
    render(element, markup`<p class="none">no data${state.end ? '' : ' yet'}</p>`);
    return null;
  }
  const [left, top, bottom, right] = [2.9 * size, 0.6 * size, height - 1.15 * size, width - labelWidth * size];
  const from = Math.max(0, state.t - TIMELINE_LENGTH);
  const x = scaleLinear([from, Math.max(state.t, from + 20)], [left, right]).clamp(true);
  return { id, element, size, width, height, left, top, bottom, right, x };
}

export const gridLines = ({ left, right, size }, y, ticks) => ticks.map(value => markup`<line class="grid"
  x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>
  <text x="${left - 0.45 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${value}</text>`);

/** The left edge and the width of an interval. Finished trials have a gap between them, ticks do not. */
export function extentOf({ x }, { from, to, round }) {
  const [start, end] = [x(from), x(to)];
  const isTrial = round !== undefined;
  return isTrial && end - start > 4 ? [start + 1, end - start - 2] : [start, Math.max(0.5, end - start)];
}

/**
 * Draws the latest values beside the plot.
 * @param {{y: number, text: string, name: string, fill?: string, isDown?: boolean}[]} values
 */
export function valueLabels({ right, size, top, bottom }, values) {
  const placed = declutter(values, 1.5 * size, top + 0.5 * size, bottom - 0.2 * size);
  return placed.map(({ labelY, name, text, fill, isDown }) => {
    const x = right + 0.6 * size;
    const square = fill && markup`<rect x="${x}" y="${labelY - 0.4 * size}" width="${0.8 * size}"
      height="${0.8 * size}" fill="${fill}"/>`;
    return markup`${square}<text x="${fill ? x + 1.2 * size : x}" y="${labelY}" dy=".35em"
      class="${isDown && 'down'}">${name}<tspan dx=".45em" class="strong">${isDown ? 'gone' : text}</tspan></text>`;
  });
}

/**
 * @param {Markup} axis what is drawn behind the data
 * @param {Markup} data
 */
export function renderTimeline(plot, intervals, label, axis, data) {
  const { element, width, height, size, bottom } = plot;
  const band = intervals.map(interval => {
    const [x, intervalWidth] = extentOf(plot, interval);
    return markup`<rect x="${x}" y="${bottom + 0.28 * size}" width="${intervalWidth}" height="${0.5 * size}"
      fill="${seriesColour(styleOf(interval.variant))}"/>`;
  });
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img" aria-label="${label}">${axis}
    <g class="data">${data}${band}</g>${notes(plot)}</svg>`);
}

// What became of services is a line in all three timelines. The text of a note is shown in the latency timeline
// only.
function notes({ id, x, size, top, bottom, left }) {
  let free = Infinity;
  return state.marks.filter(({ t }) => t > x.domain()[0]).reverse().map(({ t, text }) => {
    const at = x(t);
    const note = shortenName(text, LONGEST_NOTE);
    const length = note.length * 0.5 * size;
    const isLeft = at > left + length;
    // An older note leaves its text out if a newer one is where it would be.
    const hasText = id === 'latency' && (isLeft ? at : at + length) < free;
    if (hasText) free = isLeft ? at - length : at;
    return markup`<line class="note" x1="${at}" x2="${at}" y1="${top}" y2="${bottom}"/>${hasText
      && markup`<text class="halo strong" x="${at + (isLeft ? -6 : 6)}" y="${top + 0.7 * size}"
      text-anchor="${isLeft ? 'end' : 'start'}">${note}</text>`}`;
  });
}
