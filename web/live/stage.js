// The stage: load that does not end, under which keys swap the variant. Nothing here is measured, and the page says so.
import { formatClock, formatNumber, formatTick } from '../shared/format.js';
import { linePath, seriesLine } from '../shared/lines.js';
import { markup, render } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { axisWidth, byId, rem } from './dom.js';
import { state, styleOf } from './state.js';

/** The lowest upper end of the throughput axis, in requests per second. */
const LOWEST_TOP = 10;

/** The shortest time axis, in seconds. It grows with the data. */
const SHORTEST_AXIS = 6;

/** The approximate width of a character, in rem. */
const CHARACTER_WIDTH = 0.6;

/** The least distance of the names of two ghosts, in rem. */
const GHOST_DISTANCE = 1.3;

/** The key that swaps to a variant, as a text; empty if it has none. */
const keyOf = index => index < 10 ? `${(index + 1) % 10}` : '';

/** The ticks of the last seconds, in one list for each time that a variant was shown. */
function scenes(seconds) {
  const scenes = [];
  for (const tick of state.ticks.filter(({ t }) => t > state.t - seconds)) {
    if (scenes.at(-1)?.trial !== tick.trial) scenes.push({ trial: tick.trial, variant: tick.variant, ticks: [] });
    scenes.at(-1).ticks.push(tick);
  }
  return scenes;
}

/** Draws the throughput of the last minute, or of another number of seconds. */
export function drawStageThroughput(seconds = 60) {
  const [element, size] = [byId('throughput'), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  const [right, top, bottom] = [width - 2.6 * size, 1.6 * size, height - 1.7 * size];
  const from = Math.max(0, state.t - seconds);
  // The axis never gets shorter, or the slowest variant would fill the chart as the fastest did.
  const y = scaleLinear([0, Math.max(LOWEST_TOP, state.highestShown) * 1.06], [bottom, top]);
  const left = axisWidth(y.ticks(4).map(formatTick)) * size;
  const x = scaleLinear([from, Math.max(state.t, SHORTEST_AXIS)], [left, right]);
  const shown = scenes(seconds);
  const lines = shown.map(({ variant, ticks }, i) => {
    const style = styleOf(variant);
    const start = x(ticks[0].t);
    // A name ends where the next one begins. Where that is too soon, the key is shown, which is never ambiguous.
    const room = (i + 1 < shown.length ? x(shown[i + 1].ticks[0].t) : width) - start;
    const name = [variant, keyOf(style.index)].find(text => (text.length + 1) * CHARACTER_WIDTH * size <= room);
    return markup`<g class="scene" data-variant="${variant}">
      ${i > 0 && markup`<line class="note" x1="${start}" x2="${start}" y1="${top - 0.4 * size}" y2="${bottom}"/>`}
      <text x="${start}" y="${top - 0.6 * size}" fill="${seriesColour(style)}" class="halo">${name}</text>
      ${seriesLine(style, linePath(ticks.map(({ t, rps }) => [x(t), y(rps)])), 0.16 * size)}</g>`;
  });
  render(element, markup`<svg width="${width}" height="${height}" class="chart" role="img"
    aria-label="Throughput of the last ${seconds} seconds, shown and not measured">
    ${y.ticks(4).map(value => markup`<line class="grid" x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>
      <text x="${left - 0.5 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${formatTick(value)}</text>`)}
    ${x.ticks(6).map(value => markup`<text x="${x(value)}" y="${height - 0.25 * size}" text-anchor="middle">${
      formatClock(value)}</text>`)}<g class="data">${lines}${ghosts(y, left, right)}</g></svg>`);
}

/** The best and the worst of the other variants, as they were when they were last shown. */
function ghosts(y, left, right) {
  const others = [...state.shown].filter(([name]) => name !== state.phase?.variant)
    .sort(([, one], [, other]) => other.rps - one.rps);
  const [best, worst] = [others[0], others.at(-1)];
  const isApart = best !== worst && y(worst[1].rps) - y(best[1].rps) > GHOST_DISTANCE * rem();
  return [...best ? [best] : [], ...isApart ? [worst] : []].map(([name, { rps }]) => {
    const colour = seriesColour(styleOf(name));
    return markup`<g class="ghost" data-variant="${name}"><line x1="${left}" x2="${right}" y1="${y(rps)}"
      y2="${y(rps)}" stroke="${colour}"/><text class="halo" x="${right}" y="${y(rps)}" dy="-.3em" text-anchor="end"
      fill="${colour}">${name} was here</text></g>`;
  });
}

/** The rows of the variants, in the order of their keys, with what they did when they were last shown. */
export const stageRows = () => state.run.variants.map(({ name }, i) => {
  const { rps, p99 } = state.shown.get(name) ?? {};
  return {
    key: name,
    name,
    style: styleOf(name),
    rps,
    isCurrent: !state.end && state.phase?.variant === name,
    cells: [formatNumber(rps), formatNumber(p99), keyOf(i)].map(text => ({ text })),
  };
});

export const drawStageRibbon = () =>
  render(byId('progress'), markup`<strong class="shown-only">shown, not measured</strong>`);
