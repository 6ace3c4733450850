// What the three strips at the bottom share: the last half minute or so, with a ribbon that says whose time it was.
import { fill, markup } from '../shared/markup.js';
import { shortened } from '../shared/names.js';
import { colour } from '../shared/series-styles.js';
import { spread } from '../shared/declutter.js';
import { scaleLinear } from '../shared/scales.js';
import { byId, rem } from './dom.js';
import { isComparison, slotOf, state } from './state.js';

/** Seconds. */
const WINDOW = 36;

/** Seconds: where one comes later than that, there was none before it. */
const LONGEST_TICK = 0.5;

/**
 * Pieces of time with their figures. A slice that is over has those of the tool's readings right before and after it; of
 * what is under way, or of a run, there are those of the ticks.
 */
export function blocks() {
  const { slices, ticks, t } = state;
  const over = isComparison() ? slices.map(slice => ({ ...slice, from: slice.t - slice.seconds, to: slice.t })) : [];
  const since = over.at(-1)?.to ?? 0;
  const others = ticks.map((tick, i) => ({ ...tick, from: Math.max(tick.t - LONGEST_TICK, ticks[i - 1]?.t ?? 0), to: tick.t }))
    .filter(tick => tick.kind === 'warmup' || tick.t > since);
  return [...over, ...others].filter(({ to }) => to > t - WINDOW).sort((one, other) => one.to - other.to);
}

/** @returns {object | null} the plot's places and scales; null where nothing has happened yet */
export function frame(id, all, right) {
  const [element, size] = [byId(id), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  if (all.length === 0) {
    fill(element, markup`<p class="none">nothing yet</p>`);
    return null;
  }
  const [left, top, bottom, end] = [2.9 * size, 0.6 * size, height - 1.15 * size, width - right * size];
  const from = Math.max(0, state.t - WINDOW);
  return { id, element, size, width, height, left, top, bottom, right: end, x: scaleLinear([from, Math.max(state.t, from + 20)], [left, end]).clamp(true) };
}

export const grid = ({ left, right, size }, y, ticks) => ticks.map(value => markup`<line class="grid" x1="${left}" x2="${right}"
  y1="${y(value)}" y2="${y(value)}"/><text x="${left - 0.45 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${value}</text>`);

/** Where a block begins and how wide it is: slices stand apart, ticks do not. */
export function span({ x }, { from, to, round }) {
  const [start, end] = [x(from), x(to)];
  return round !== undefined && end - start > 4 ? [start + 1, end - start - 2] : [start, Math.max(0.5, end - start)];
}

/** @param {{y: number, text: string, name: string, colour?: string}[]} values as of now, beside the plot */
export function labels({ right, size, top, bottom }, values) {
  return spread(values, 1.5 * size, top + 0.5 * size, bottom - 0.2 * size).map(({ at, name, text, colour: fillOf }) => {
    const x = right + 0.6 * size;
    return markup`${fillOf && markup`<rect x="${x}" y="${at - 0.4 * size}" width="${0.8 * size}" height="${0.8 * size}" fill="${fillOf}"/>`}
      <text x="${fillOf ? x + 1.2 * size : x}" y="${at}" dy=".35em">${name}<tspan dx=".45em" class="strong">${text}</tspan></text>`;
  });
}

/**
 * @param {Markup} axis of the plot
 * @param {Markup} content its data
 */
export function show(plot, all, label, axis, content) {
  const { element, width, height, size, bottom } = plot;
  const ribbon = all.map(block => {
    const [x, wide] = span(plot, block);
    return markup`<rect x="${x}" y="${bottom + 0.28 * size}" width="${wide}" height="${0.5 * size}" fill="${colour(slotOf(block.variant))}"/>`;
  });
  fill(element, markup`<svg class="chart" width="${width}" height="${height}" role="img" aria-label="${label}">${axis}
    <g class="data">${content}${ribbon}</g>${notes(plot)}</svg>`);
}

function notes({ id, x, size, top, bottom, left }) {
  return state.marks.filter(({ t }) => t > x.domain()[0]).map(({ t, text }) => {
    const at = x(t);
    const isLeft = at > left + shortened(text, 40).length * 0.5 * size;
    return markup`<line class="note" x1="${at}" x2="${at}" y1="${top}" y2="${bottom}"/>${id === 'latency' && markup`<text class="halo strong"
      x="${at + (isLeft ? -6 : 6)}" y="${top + 0.7 * size}" text-anchor="${isLeft ? 'end' : 'start'}">${shortened(text, 40)}</text>`}`;
  });
}
