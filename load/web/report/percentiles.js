// Latency by percentile, on an axis on which each step to the right is ten times rarer.
import { pathOf, stroke } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { count, figure } from '../shared/format.js';
import { logTicks, quantileAt, rarity, scaleLinear, scaleLog } from '../shared/scales.js';
import { yAxis } from './axes.js';
import { drawing } from './charts.js';
import { $, isPresenting, rem, slideRoom } from './dom.js';
import { endLabels, hasRoom, nameText, roomFor } from './labels.js';

const MARKED = [0.5, 0.9, 0.99, 0.999, 0.9999];

const percentile = quantile => `p${+(quantile * 100).toFixed(2)}`;

/** @param {object[]} lines name, slot, index and latency of each */
export function percentiles(lines) {
  const drawn = lines.filter(({ latency }) => latency.curve.length > 0);
  const rarest = Math.max(...drawn.map(({ latency }) => latency.curve.at(-1)[0]));
  const values = drawn.flatMap(({ latency }) => latency.curve.map(([, ms]) => ms));
  const [low, high] = [Math.min(...values) * 0.92, Math.max(...values) * 1.1];

  return width => {
    const size = rem();
    const height = isPresenting() ? slideRoom() : Math.max(360, Math.min(560, width * 0.36), (drawn.length + 3) * 1.25 * size);
    const [left, right, top, bottom] = [3.9 * size, width - Math.max(1.6 * size, roomFor(drawn, width)), 0.7 * size, height - 2.8 * size];
    const x = scaleLinear([0, rarity(rarest)], [left, right]);
    const y = scaleLog([low, high], [bottom, top]);
    const ends = [];
    const curves = drawn.map(line => {
      const points = line.latency.curve.map(([quantile, ms]) => [x(rarity(quantile)), y(ms)]);
      const marked = line.latency.curve.filter(([quantile]) => MARKED.includes(quantile));
      ends.push({ subject: line, x: points.at(-1)[0], y: points.at(-1)[1] });
      return markup`<g data-v="${line.index}">${stroke(line.slot, pathOf(points, true), 0.125 * size)}
        ${marked.map(([quantile, ms]) => marker(line.slot, x(rarity(quantile)), y(ms), 0.25 * size))}
        ${marker(line.slot, ...points.at(-1), 0.28 * size)}</g>`;
    });
    const label = `Latency by percentile, both axes logarithmic. ${drawn.map(({ name, latency }) =>
      `${name}: p50 ${figure(latency.p50)}, p99 ${figure(latency.p99)} ms`).join('; ')}`;
    return drawing(width, height, label, markup`${yAxis(y, logTicks(y), left, right, 'ms')}
      ${quantileAxis(x, rarest, left, right, top, bottom, hasRoom(width))}${curves}${hasRoom(width) && names(ends, right, top, bottom)}
      <g class="crosshair" opacity="0"><line y1="${top}" y2="${bottom}" stroke="var(--ink)"/>
      <text class="value halo" y="${top + 4}" text-anchor="middle"></text></g>`);
  };
}

function quantileAxis(x, rarest, left, right, top, bottom, hasOdds) {
  const size = rem();
  const odds = quantile => quantile === 0.5 ? '1 in 2' : `1 in ${count(Math.round(1 / (1 - quantile)))}`;
  return markup`<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>
    ${MARKED.filter(quantile => quantile <= rarest).map(quantile => {
      const place = x(rarity(quantile));
      return markup`<line class="grid" x1="${place}" x2="${place}" y1="${top}" y2="${bottom}"/>
        <text x="${place}" y="${bottom + 1.15 * size}" text-anchor="middle">${percentile(quantile)}</text>
        ${hasOdds && markup`<text class="dim" x="${place}" y="${bottom + 2.2 * size}" text-anchor="middle">${odds(quantile)}</text>`}`;
    })}`;
}

// A line that ends well before the right has its name there.
function names(ends, right, top, bottom) {
  const size = rem();
  const isAlone = end => ends.every(other => other === end || Math.abs(other.y - end.y) > 1.3 * size);
  const isInside = end => end.x + (end.subject.name.length * 0.5 + 2) * size < right && isAlone(end);
  const inside = ends.filter(isInside).map(end =>
    markup`<g data-v="${end.subject.index}">${nameText(end.subject, end.x + 0.75 * size, end.y)}</g>`);
  return markup`${inside}${endLabels(ends.filter(end => !isInside(end)), right, top, bottom)}`;
}

/** Reads off all lines at the pointer: their values stand in the read-out below the plot. */
export function followPointer(id, lines) {
  document.addEventListener('pointermove', event => {
    const svg = event.target.closest?.(`#${id} svg.chart`);
    const crosshair = $(`#${id} .crosshair`);
    if (!crosshair) return;
    const place = svg && placeOf(event, svg);
    crosshair.setAttribute('opacity', place ? 1 : 0);
    if (!place) return;
    for (const end of ['x1', 'x2']) $('line', crosshair).setAttribute(end, place.x);
    $('text', crosshair).setAttribute('x', place.x);
    $('text', crosshair).textContent = percentile(place.quantile);
    $(`#${id}-readout`).textContent = `${percentile(place.quantile)}: ${lines.map(({ name, latency }) =>
      `${name} ${figure(valueAt(latency.curve, place.quantile))}`).join(' · ')} ms`;
  });

  function placeOf(event, svg) {
    const [first, last] = [$('.axis', svg).x1.baseVal.value, $('.axis', svg).x2.baseVal.value];
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    const rarest = Math.max(...lines.map(({ latency }) => latency.curve.at(-1)?.[0] ?? 0));
    return x < first || x > last ? null : { x, quantile: quantileAt(((x - first) / (last - first)) * rarity(rarest)) };
  }
}

function valueAt(curve, quantile) {
  const after = curve.findIndex(([place]) => place >= quantile);
  if (after <= 0) return after === 0 ? curve[0][1] : null;
  const [[lowPlace, low], [highPlace, high]] = [curve[after - 1], curve[after]];
  const share = (rarity(quantile) - rarity(lowPlace)) / (rarity(highPlace) - rarity(lowPlace));
  return low * (high / low) ** share;
}
