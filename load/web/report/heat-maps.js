// Where every request fell: latency against time, one map for each subject, one colour scale for all of them.
import { glyph } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { shortened } from '../shared/names.js';
import { count, figure } from '../shared/format.js';
import { logTicks, scaleLinear, scaleLog } from '../shared/scales.js';
import { theme } from '../shared/theme.js';
import { fitting } from './axes.js';
import { drawing } from './charts.js';
import { ranked, results } from './data.js';
import { isPresenting, isPrinting, rem, slideRoom } from './dom.js';
import { nameOf, table } from './table.js';

// Begins at the page's own colour, so that empty is empty.
const RAMPS = {
  light: [[255, 255, 255], [198, 221, 241], [88, 150, 205], [16, 74, 150], [6, 20, 60]],
  dark: [[15, 18, 22], [20, 56, 92], [30, 120, 190], [130, 205, 250], [255, 255, 255]],
};

// A single request is to be seen, and a square root gives the few more room than the many.
const FAINTEST = 0.07;
const shade = share => share > 0 ? FAINTEST + (1 - FAINTEST) * Math.sqrt(share) : 0;

const maps = ranked.filter(({ variant }) => variant.heat).map(subject => ({
  subject, scale: results[subject.path[0]].heat, columns: sharesOf(subject.variant.heat),
})).filter(({ scale, columns }) => scale && columns.some(column => column.some(share => share > 0)));

export const hasHeat = maps.length > 0;

const most = Math.max(...maps.flatMap(({ columns }) => columns.map(column => Math.max(...column))));

/** The highest share of a column's requests in one cell: what the darkest colour stands for. */
export const highestShare = most;

// Rows that no map has anything in would be empty room.
const [lowest, highest] = (() => {
  const used = maps[0]?.scale ? Array.from({ length: maps[0].scale.rows }, (_, row) => row)
    .filter(row => maps.some(({ columns }) => columns.some(column => column[row] > 0))) : [0];
  return [used[0] ?? 0, used.at(-1) ?? 0];
})();

function rowsOf(heat) {
  return heat.split('|').map(column => column.split(' ').map(Number));
}

function sharesOf(heat) {
  return rowsOf(heat).map(counts => {
    const all = counts.reduce((sum, one) => sum + one, 0);
    return counts.map(one => all === 0 ? 0 : one / all);
  });
}

function colourAt(strength) {
  const stops = RAMPS[isPrinting() ? 'light' : theme()];
  const place = Math.min(stops.length - 1.0001, strength * (stops.length - 1));
  const [from, share] = [Math.floor(place), place % 1];
  return stops[from].map((part, i) => Math.round(part + (stops[from + 1][i] - part) * share));
}

/** A picture of one cell a pixel, as a data address. */
function picture(width, height, strengthAt) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) image.data.set([...colourAt(strengthAt(x, y)), 255], (y * width + x) * 4);
  }
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

export const ramp = width => {
  const size = rem();
  const long = Math.min(15 * size, width);
  return drawing(long, 0.8 * size, 'Colours from no request to the highest share', markup`<image class="data" href="${picture(120, 1, x =>
    shade((x / 119) ** 2))}" width="${long}" height="${0.8 * size}" preserveAspectRatio="none"/>`);
};

export function heatMaps(width) {
  const size = rem();
  const across = Math.min(maps.length, width > 60 * size ? 3 : width > 34 * size ? 2 : 1);
  const each = (width - (across - 1) * 1.6 * size) / across;
  const down = Math.ceil(maps.length / across);
  const height = isPresenting()
    ? Math.max(4 * size, slideRoom() / down - 2.8 * size)
    : Math.min(380, Math.max(130, each * (across === 1 ? 0.3 : 0.38)));
  return markup`<div class="maps" style="grid-template-columns:repeat(${across},1fr)">${maps.map(map => heatMap(map, each, height))}</div>`;
}

function heatMap({ subject, scale, columns }, width, height) {
  const size = rem();
  const [left, top, bottom] = [3 * size, 4, height - 1.35 * size];
  const edge = row => scale.lo_ms * (scale.hi_ms / scale.lo_ms) ** (row / scale.rows);
  const y = scaleLog([edge(lowest), edge(highest + 1)], [bottom, top]);
  const x = scaleLinear([0, columns.length], [left, width]);
  const rows = highest - lowest + 1;
  const image = picture(columns.length, rows, (column, row) => shade(columns[column][highest - row] / most));
  const { name, variant: { latency, rounds } } = subject;
  const figures = `p50 ${figure(latency.p50)} · p99 ${figure(latency.p99)} ms`;
  const place = markup`x="${left}" y="${top}" width="${width - left}" height="${bottom - top}"`;
  const ticks = logTicks(y).filter(ms => isPowerOfTen(ms) && y(ms) > top + 0.5 * size && y(ms) < bottom - 0.2 * size);
  return markup`<figure data-v="${subject.index}"><figcaption>${glyph(subject.slot, 5.5)} ${shortened(name)}
    <span>${figures}</span></figcaption>${drawing(width, height, `Latency over time, ${name}: ${figures}`, markup`
    <image href="${image}" ${place} preserveAspectRatio="none" class="data pixels"/>
    ${ticks.map(ms => markup`<line class="over" x1="${left}" x2="${width}" y1="${y(ms)}" y2="${y(ms)}"/>
      <text x="${left - 6}" y="${y(ms)}" dy=".35em" text-anchor="end">${ms}</text>`)}
    ${p99Steps(rounds, columns.length, x, y)}<rect ${place} fill="none" stroke="var(--rule)"/>
    ${timeAxis(rounds, columns.length, scale.col_s, x, height)}`)}</figure>`;
}

/** How many requests of each subject fell into each row, over all of the time. */
export function heatTable() {
  const edge = row => maps[0].scale.lo_ms * (maps[0].scale.hi_ms / maps[0].scale.lo_ms) ** (row / maps[0].scale.rows);
  const sums = maps.map(({ subject }) => rowsOf(subject.variant.heat).reduce((sum, column) => sum.map((one, row) => one + column[row])));
  const rows = Array.from({ length: highest - lowest + 1 }, (_, i) => lowest + i);
  return table(['ms, up to', ...maps.map(({ subject }) => nameOf(subject))], rows.map(row => [
    markup`<th scope="row">${figure(edge(row + 1))}</th>`,
    maps.map(({ subject }, i) => markup`<td data-heat="${[...subject.path, 'heat'].join('.')}" data-row="${row}">${count(sums[i][row])}</td>`),
  ]));
}

const isPowerOfTen = value => Number.isInteger(Math.log10(value));

function p99Steps(rounds, columns, x, y) {
  const each = columns / rounds.length;
  const steps = rounds.filter(round => round.p99 > 0)
    .map(round => `M${x((round.n - 1) * each)} ${y(round.p99)}H${x(round.n * each)}`).join('');
  return markup`<path d="${steps}" fill="none" stroke="var(--page)" stroke-width="3.5"/>
    <path d="${steps}" fill="none" stroke="var(--slot-warm3)" stroke-width="1.8"/>`;
}

// Rounds, or the seconds of a single one.
function timeAxis(rounds, columns, columnSeconds, x, height) {
  const size = rem();
  const each = columns / rounds.length;
  const marks = rounds.length > 1
    ? rounds.map(round => ({ x: x((round.n - 0.5) * each), text: `${round.n}` }))
    : scaleLinear([0, columns * columnSeconds], x.range()).ticks(5)
      .map(second => ({ x: x(second / columnSeconds), text: `${second} s` }));
  return fitting(marks, x.range()[1]).map(({ x: at, text }) => markup`<text x="${at}" y="${height - 0.25 * size}" text-anchor="middle">${text}</text>`);
}
