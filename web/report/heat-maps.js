// Heat maps of all requests by latency and time. There is one map for each series, and all maps share one colour scale.
import { formatCount, formatNumber, shortenName } from '../shared/format.js';
import { markerIcon } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { logTicks, scaleLinear, scaleLog } from '../shared/scales.js';
import { currentTheme } from '../shared/theme.js';
import { markTexts } from './axes.js';
import { svgChart } from './charts.js';
import { isComparison, ranked, result, roundsOf } from './data.js';
import { isPresenting, isPrinting, rem, slideHeight } from './dom.js';
import { nameLabel, table } from './table.js';

// Each colour scale begins with the colour of the page, so that empty cells look empty.
const COLOURS = {
  light: [[255, 255, 255], [198, 221, 241], [88, 150, 205], [16, 74, 150], [6, 20, 60]],
  dark: [[15, 18, 22], [20, 56, 92], [30, 120, 190], [130, 205, 250], [255, 255, 255]],
};

// The colour of a cell grows with the square root of its share of the requests, so that low shares can be told apart.
// Even a single request gets a visible colour.
const FAINTEST = 0.07;
const strengthOf = share => share > 0 ? FAINTEST + (1 - FAINTEST) * Math.sqrt(share) : 0;

const maps = ranked.filter(({ variant }) => variant.heat).map(series => ({
  series, scale: result.heat, columns: sharesOf(series.variant.heat),
})).filter(({ scale, columns }) => scale && columns.some(column => column.some(share => share > 0)));

export const hasHeatMaps = maps.length > 0;

/** The highest share of a column's requests that is in one cell. The darkest colour stands for it. */
export const highestShare = Math.max(...maps.flatMap(({ columns }) => columns.map(column => Math.max(...column))));

// The lowest and the highest latency row that contain requests in at least one heat map.
const [lowestRow, highestRow] = (() => {
  const used = maps[0]?.scale ? Array.from({ length: maps[0].scale.rows }, (_, row) => row)
    .filter(row => maps.some(({ columns }) => columns.some(column => column[row] > 0))) : [0];
  return [used[0] ?? 0, used.at(-1) ?? 0];
})();

function parseHeat(heat) {
  return heat.split('|').map(column => column.split(' ').map(Number));
}

function sharesOf(heat) {
  return parseHeat(heat).map(counts => {
    const sum = counts.reduce((total, count) => total + count, 0);
    return counts.map(count => sum === 0 ? 0 : count / sum);
  });
}

/** The lower edge of a row of the map, in milliseconds. */
const edgeOf = ({ lo_ms: low, hi_ms: high, rows }, row) => low * (high / low) ** (row / rows);

function colourAt(strength) {
  const colours = COLOURS[isPrinting() ? 'light' : currentTheme()];
  const place = Math.min(colours.length - 1.0001, strength * (colours.length - 1));
  const [from, share] = [Math.floor(place), place % 1];
  return colours[from].map((part, i) => Math.round(part + (colours[from + 1][i] - part) * share));
}

/** @returns {string} a data URL of an image with one pixel for each cell */
function createImage(width, height, strengthAt) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) image.data.set([...colourAt(strengthAt(x, y)), 255], (y * width + x) * 4);
  }
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

export const colourScale = elementWidth => {
  const size = rem();
  const width = Math.min(15 * size, elementWidth);
  const image = createImage(120, 1, x => strengthOf((x / 119) ** 2));
  return svgChart(width, 0.8 * size, 'Colour scale from no requests to the highest share', markup`<image class="data"
    href="${image}" width="${width}" height="${0.8 * size}" preserveAspectRatio="none"/>`);
};

export function heatMaps(width) {
  const size = rem();
  const across = Math.min(maps.length, width > 60 * size ? 3 : width > 34 * size ? 2 : 1);
  const mapWidth = (width - (across - 1) * 1.6 * size) / across;
  const down = Math.ceil(maps.length / across);
  const height = isPresenting()
    ? Math.max(4 * size, slideHeight() / down - 2.8 * size)
    : Math.min(380, Math.max(isPrinting() ? 80 : 130, mapWidth * (isPrinting() ? 0.22 : across === 1 ? 0.3 : 0.38)));
  return markup`<div class="maps" style="grid-template-columns:repeat(${across},1fr)">${
    maps.map(map => heatMap(map, mapWidth, height))}</div>`;
}

function heatMap({ series, scale, columns }, width, height) {
  const size = rem();
  const [left, top, bottom] = [3 * size, 4, height - 1.35 * size];
  const y = scaleLog([edgeOf(scale, lowestRow), edgeOf(scale, highestRow + 1)], [bottom, top]);
  const x = scaleLinear([0, columns.length], [left, width]);
  const rows = highestRow - lowestRow + 1;
  const image = createImage(columns.length, rows,
    (column, row) => strengthOf(columns[column][highestRow - row] / highestShare));
  const { name, style, index, variant: { latency } } = series;
  const rounds = isComparison ? roundsOf(series) : [{ n: 1, p99: latency.p99 }];
  const figures = `p50 ${formatNumber(latency.p50)} · p99 ${formatNumber(latency.p99)} ms`;
  const place = markup`x="${left}" y="${top}" width="${width - left}" height="${bottom - top}"`;
  const ticks = logTicks(y).filter(ms => isPowerOfTen(ms) && y(ms) > top + 0.5 * size && y(ms) < bottom - 1.1 * size);
  const grid = ticks.map(ms => markup`<line class="overlay" x1="${left}" x2="${width}" y1="${y(ms)}" y2="${y(ms)}"/>
    <text x="${left - 6}" y="${y(ms)}" dy=".35em" text-anchor="end">${ms}</text>`);
  const lowest = markup`<text class="lowest" x="${left - 6}" y="${bottom}" text-anchor="end">${
    formatNumber(edgeOf(scale, lowestRow))}</text>`;
  const drawing = svgChart(width, height, `Latency over time, ${name}: ${figures}`, markup`
    <image href="${image}" ${place} preserveAspectRatio="none" class="data pixels"/>${grid}${lowest}
    ${p99Line(rounds, columns.length, x, y)}<rect ${place} fill="none" stroke="var(--rule)"/>
    ${timeAxis(rounds, columns.length, scale.col_s, x, height)}`);
  return markup`<figure data-v="${index}"><figcaption>${markerIcon(style, 5.5)} ${shortenName(name)}
    <span>${figures}</span></figcaption>${drawing}</figure>`;
}

/** A table with the number of requests of each series in each latency range. */
export function heatTable() {
  const sums = maps.map(({ series }) => parseHeat(series.variant.heat)
    .reduce((sum, column) => sum.map((count, row) => count + column[row])));
  const rows = Array.from({ length: highestRow - lowestRow + 1 }, (_, i) => lowestRow + i);
  return table(['up to, ms', ...maps.map(({ series }) => nameLabel(series))], rows.map(row => [
    markup`<th scope="row">${formatNumber(edgeOf(maps[0].scale, row + 1))}</th>`,
    maps.map(({ series }, i) => markup`<td data-heat="${[...series.path, 'heat'].join('.')}" data-row="${row}">${
      formatCount(sums[i][row])}</td>`),
  ]));
}

const isPowerOfTen = value => Number.isInteger(Math.log10(value));

function p99Line(rounds, columns, x, y) {
  const roundWidth = columns / rounds.length;
  const steps = rounds.filter(round => round.p99 > 0)
    .map(round => `M${x((round.n - 1) * roundWidth)} ${y(round.p99)}H${x(round.n * roundWidth)}`).join('');
  return markup`<path d="${steps}" fill="none" stroke="var(--page)" stroke-width="3.5"/>
    <path d="${steps}" fill="none" stroke="var(--series-brick)" stroke-width="1.8"/>`;
}

// The time axis of a heat map shows the numbers of the rounds. For a run, which has a single round, it shows seconds.
function timeAxis(rounds, columns, columnSeconds, x, height) {
  const roundWidth = columns / rounds.length;
  const marks = rounds.length > 1
    ? rounds.map(round => ({ x: x((round.n - 0.5) * roundWidth), text: `${round.n}` }))
    : scaleLinear([0, columns * columnSeconds], x.range()).ticks(5)
      .map(second => ({ x: x(second / columnSeconds), text: `${second} s` }));
  return markTexts(marks, x.range()[1], height - 0.25 * rem());
}
