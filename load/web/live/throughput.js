// Throughput of each variant over the time for which it has been measured: slices of shuffled rounds become lines that can
// be compared.
import { pathOf, stroke } from '../shared/lines.js';
import { fill, markup } from '../shared/markup.js';
import { marker } from '../shared/markers.js';
import { shortened } from '../shared/names.js';
import { seconds, tick } from '../shared/format.js';
import { scaleLinear } from '../shared/scales.js';
import { colour } from '../shared/series-styles.js';
import { spread } from '../shared/declutter.js';
import { byId, rem } from './dom.js';
import { isComparison, slotOf, state } from './state.js';

const SMOOTH = 3;
const LEAST_TOP = 10;

export function race() {
  const { hello, race: lines, phase, end } = state;
  const [element, size] = [byId('race'), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  const shown = hello.variants.map(({ name }) => name).filter(name => lines.has(name));
  const current = end ? null : phase?.variant;

  const gap = 1.22 * size;
  const hasNames = isComparison() && width > 32 * size && hello.variants.length * gap < height - 1.7 * size;
  const room = hasNames ? (Math.max(...hello.variants.map(({ name }) => shortened(name).length)) * 0.5 + 3.4) * size : (isComparison() ? 1.2 : 2.8) * size;
  const [left, right, top, bottom] = [3.6 * size, width - room, 0.7 * size, height - 1.7 * size];
  const x = scaleLinear([0, lengthOf(lines)], [left, right]);
  const y = scaleLinear([0, Math.max(LEAST_TOP, ...[...lines.values()].flat().map(([, rps]) => rps)) * 1.04], [bottom, top]);

  const ends = [];
  const drawn = inOrder(shown, current).map(name => {
    const slot = slotOf(name);
    const points = smooth(lines.get(name)).map(([own, rps]) => [x(own), y(rps)]);
    const at = points.at(-1);
    const isLive = name === current;
    ends.push({ name, slot, isLive, x: at[0], y: at[1] });
    return markup`<g data-v="${slot.index}">${stroke(slot, pathOf(points, true), 0.15 * size)}
      ${isLive && markup`<circle cx="${at[0]}" cy="${at[1]}" r="${0.95 * size}" fill="${colour(slot)}" opacity=".22"/>`}
      ${marker(slot, ...at, (isLive ? 0.5 : 0.34) * size)}</g>`;
  });
  const names = hasNames && spread(ends, gap, top, bottom).map(label => markup`<g data-v="${label.slot.index}">
    <path d="M${label.x + 0.6 * size} ${label.y}L${right + 0.3 * size} ${label.at}" stroke="${colour(label.slot)}" class="lead"/>
    ${marker(label.slot, right + 0.9 * size, label.at, 0.34 * size)}
    <text class="name halo ${(label.isLive || label.slot.isBaseline) && 'strong'}" x="${right + 1.6 * size}" y="${label.at}"
      dy=".35em">${shortened(label.name)}</text></g>`);
  fill(element, markup`<svg width="${width}" height="${height}" class="chart" role="img" aria-label="Throughput until now">
    ${y.ticks(4).map(value => markup`<line class="grid" x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>
      <text x="${left - 0.5 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${tick(value)}</text>`)}
    ${marksOnX(x, size).map(({ at, text }) =>
      markup`<text x="${at}" y="${height - 0.25 * size}" text-anchor="middle">${text}</text>`)}
    <g class="data">${drawn}${names}</g></svg>`);
}

/** What matters most is drawn last, over the others. */
function inOrder(names, current) {
  const weight = name => (name === state.hello.baseline ? 2 : 0) + (name === current ? 1 : 0);
  return [...names].sort((one, other) => weight(one) - weight(other));
}

/** Rounds of a comparison; of a run seconds. */
function marksOnX(x, size) {
  const { rounds, slice_s: length } = state.hello.plan;
  if (!isComparison()) return x.ticks(6).map(value => ({ at: x(value), text: seconds(value) }));
  const step = Math.ceil(3 * size / (x(length) - x(0)));
  return Array.from({ length: rounds }, (_, r) => ({ at: x((r + 0.5) * length), text: r === 0 ? 'round 1' : r + 1 }))
    .filter((_, r) => r % step === 0);
}

function lengthOf(lines) {
  const { plan } = state.hello;
  return Math.max(plan.rounds * plan.slice_s, ...[...lines.values()].map(line => line.at(-1)[0]), 1);
}

const smooth = line => line.map(([own], i) => {
  const near = line.slice(Math.max(0, i - SMOOTH + 1), i + 1);
  return [own, near.reduce((sum, [, rps]) => sum + rps, 0) / near.length];
});
