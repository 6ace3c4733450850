// Comparisons side by side: the ratios to the baseline, which are what two runs may share.
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { figure, ratio } from '../shared/format.js';
import { logTicks, scaleLog } from '../shared/scales.js';
import { colour } from '../shared/series-styles.js';
import { xAxis } from './axes.js';
import { drawing } from './charts.js';
import { ranked, ratioKey, results } from './data.js';
import { rem } from './dom.js';
import { hasRoom, nameText, roomFor } from './labels.js';
import { cell, nameOf, table } from './table.js';

const rows = ranked.filter(({ slot }) => !slot.isBaseline).map(subject => ({
  subject,
  places: results.map(({ variants }) => variants.findIndex(({ name }) => name === subject.name)),
}));

const ratioOf = (run, place) => results[run].variants[place]?.[ratioKey] ?? null;

/** A line for each run under each variant, the first run's on top. */
export function ratiosBeside(width) {
  const size = rem();
  const names = rows.map(({ subject }) => subject);
  const [left, right, top, line] = [hasRoom(width) ? roomFor(names, width) : 1.4 * size, width - 1.5 * size, 0.4 * size, 1.3 * size];
  const height = top + rows.length * (results.length * line + 0.7 * size) + 2 * size;
  const all = rows.flatMap(({ places }) => places.flatMap((place, run) => {
    const one = ratioOf(run, place);
    return one ? [one.lo ?? one.value, one.hi ?? one.value] : [];
  }));
  const x = scaleLog([Math.min(0.95, ...all) * 0.97, Math.max(1.05, ...all) * 1.03], [left, right]);
  const bottom = height - 2 * size;
  const ticks = [...new Set([...logTicks(x), 1])].sort((one, other) => one - other);
  return drawing(width, height, 'Ratio to the baseline of each variant in each run, logarithmic', markup`
    ${ticks.map(value => markup`<line class="${value === 1 ? 'one' : 'grid'}" x1="${x(value)}" x2="${x(value)}" y1="${top}" y2="${bottom}"/>`)}
    ${xAxis(ticks.map(value => ({ x: x(value), text: `${value}` })), bottom, left, right, width)}
    ${rows.map(({ subject, places }, i) => {
      const y = top + i * (results.length * line + 0.7 * size) + 0.5 * size;
      const middle = y + ((results.length - 1) * line) / 2 + 0.5 * line;
      return markup`<g data-v="${subject.index}">${hasRoom(width) && markup`${marker(subject.slot, 0.6 * size, middle, 0.3 * size)}
        ${nameText(subject, 1.3 * size, middle)}`}${places.map((place, run) =>
          interval(subject.slot, ratioOf(run, place), x, y + (run + 0.5) * line, run))}</g>`;
    })}`);
}

function interval(slot, one, x, y, run) {
  if (!one) return null;
  const ink = colour(slot);
  const [from, to] = [x(one.lo ?? one.value), x(one.hi ?? one.value)];
  return markup`<line class="data" x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke="${ink}" stroke-width="3"/>
    ${marker(slot, x(one.value), y, 5)}<text class="dim" x="${to + 9}" y="${y}" dy=".35em">${run + 1}</text>`;
}

export const besideTable = () => table(
  ['Variant', ...results.flatMap((_, run) => [`ratio ${run + 1}`, `p99 ms ${run + 1}`])],
  rows.map(({ subject, places }) => [
    markup`<th scope="row" data-v="${subject.index}">${nameOf(subject)}</th>`,
    places.map((place, run) => [
      cell([run, 'variants', place, ratioKey, 'value'], ratio), cell([run, 'variants', place, 'latency', 'p99'], figure),
    ]),
  ]));
