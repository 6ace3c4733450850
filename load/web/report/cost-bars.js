// What a request costs, as bars from zero: the loaded tier's solid, the others' hatched behind it.
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { figure, tick } from '../shared/format.js';
import { scaleLinear } from '../shared/scales.js';
import { colour } from '../shared/series-styles.js';
import { drawing } from './charts.js';
import { ranked, tiers } from './data.js';
import { isPresenting, rem, slideRoom } from './dom.js';
import { hasRoom, nameText, roomFor } from './labels.js';

// Bars that are more than this many times the next would flatten all others: they are cut, marked and carry their figures.
const TOO_LONG = 2.5;
const FEW = 0.2;

/** Whether any subject has this figure in any tier. */
export const isMeasured = key => ranked.some(({ variant }) => tiers.some(tier => variant.tiers[tier]?.[key] > 0));

/** @param {string} key of a tier's figure */
export function costBars(key, unit) {
  const rows = ranked
    .map(subject => ({ subject, parts: tiers.map(tier => subject.variant.tiers[tier]?.[key] ?? null) }))
    .filter(({ parts }) => parts.some(part => part !== null));
  const totals = rows.map(({ parts }) => parts.reduce((sum, part) => sum + (part ?? 0), 0)).sort((one, other) => other - one);
  const cuts = totals.findLastIndex((total, i) => i < Math.max(1, totals.length * FEW) && total > TOO_LONG * totals[i + 1]) + 1;
  const whole = totals[cuts];
  const longest = cuts > 0 ? whole * 1.22 : whole;

  return width => {
    const size = rem();
    const row = isPresenting() ? Math.min(4 * size, (slideRoom() - 3 * size) / rows.length) : 2.05 * size;
    const names = hasRoom(width) ? roomFor(rows.map(({ subject }) => subject), width) : 2 * size;
    const [left, right, top] = [names, width - 8.4 * size, 1.7 * size];
    const height = top + row * rows.length + 0.5 * size;
    const x = scaleLinear([0, longest], [left, right]);
    const ticks = x.ticks(4).filter(value => value <= whole * 1.02);
    const grid = ticks.map(value => markup`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${top}" y2="${height}"/>
      <text x="${x(value)}" y="${top - 0.5 * size}" text-anchor="middle">${tick(value)}</text>`);
    return drawing(width, height, `${unit} per request, of ${tiers.join(' and ')}`, markup`${grid}${rows.map((one, i) =>
      bar(one, top + i * row, row, x, key, hasRoom(width)))}`);
  };
}

function bar({ subject, parts }, y, row, x, key, isNamed) {
  const size = rem();
  const [middle, from, high] = [y + row / 2, y + row * 0.22, row * 0.56];
  const end = x.range()[1];
  const total = parts.reduce((sum, part) => sum + (part ?? 0), 0);
  const isOver = total > x.domain()[1] * 1.001;
  const ink = colour(subject.slot);
  const hatch = `hatch-${key}-${subject.index}`;
  let sum = 0;
  const pieces = parts.map((part, tier) => {
    const [at, to] = [x(sum), x(sum += part ?? 0)].map(place => Math.min(end, place));
    return markup`<rect class="data" x="${at}" y="${from}" width="${Math.max(0, to - at)}" height="${high}"
      fill="${tier === 0 ? ink : `url(#${hatch})`}" stroke="${ink}"/>`;
  });
  return markup`<g data-v="${subject.index}">
    <pattern id="${hatch}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill="var(--page)"/><rect width="2.2" height="5" fill="${ink}"/></pattern>
    ${marker(subject.slot, 0.6 * size, middle, 0.3 * size)}${isNamed && nameText(subject, 1.3 * size, middle)}
    ${pieces}${isOver && cut(end, from, high, ink)}
    <text x="${(isOver ? end + 0.4 * size : x(total)) + 0.55 * size}" y="${middle}" dy=".35em">${parts.map((part, tier) =>
      markup`<tspan class="${tier === 0 ? 'value' : 'dim'}">${tier > 0 && ' + '}${figure(part)}</tspan>`)}</text></g>`;
}

const cut = (end, y, high, ink) => markup`<path d="M${end - 34} ${y - 3}l6 ${high / 3 + 2}l-6 ${high / 3}l6 ${high / 3 + 4}"
  fill="none" stroke="var(--page)" stroke-width="6"/><path d="M${end} ${y - 4}l10 ${high / 2 + 4}l-10 ${high / 2 + 4}z" fill="${ink}"/>`;
