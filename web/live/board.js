// The board: one picture of the machine under load, from its callers to the services that it calls, and one number.
// Each mark is a reading, as far as there is room for it; the text beside it has the whole count.
import { formatCount, shortenName } from '../shared/format.js';
import { markup, render } from '../shared/markup.js';
import { cross, setFlows } from './board-motion.js';
import { readBoard, readFinalNumbers } from './board-readings.js';
import { drawFinding } from './current-trial.js';
import { byId, rem } from './dom.js';
import { state } from './state.js';

/** Where each part begins and ends, as shares of the width. */
const PLACES = {
  callers: [0, 0.13], waiting: [0.17, 0.43], threads: [0.46, 0.555], connections: [0.58, 0.735],
  services: [0.765, 0.996],
};

const PARTS = Object.keys(PLACES);

/** The height of the count and the name above each part, and the size of the cell of a mark, in rem. */
const HEADING = 3.4;
const CELL = 0.72;
const SLOT = 1.05;
const PIPE = 0.62;

/** The least height of a service and the gap below it, in rem. */
const BOX = 2.6;

/** The approximate width of a character, in rem. */
const CHARACTER_WIDTH = 0.57;

/** The longest sentence that is shown in full size, in characters. */
const FULL_SIZE_SENTENCE = 70;

export function drawBoard() {
  const isOver = Boolean(state.end);
  byId('current-trial').classList.toggle('ended', isOver);
  if (isOver) drawEnd();
  else if (state.phase) drawMachine(readBoard());
}

/** The number of each variant. Only a run without them has the sentence of the report: it is about other metrics. */
function drawEnd() {
  const numbers = readFinalNumbers();
  drawFinding(numbers.length > 0 ? [{ text: 'All turns together' }] : undefined);
  render(byId('board'), markup``);
  setFlows([]);
  const length = Math.max(...numbers.map(({ number }) => number.length));
  byId('board-number').className = '';
  render(byId('board-number'), markup`${numbers.map(({ name, number, unit }) => markup`
    ${bigNumber(number, length)}<div><p>${unit}</p><p>${name}</p></div>`)}`);
}

function drawMachine(board) {
  drawSentence(board);
  // The number takes its room before the picture is as high as what is left.
  drawNumber(board);
  const [element, size] = [byId('board'), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  const areas = Object.fromEntries(PARTS.map(part => {
    const [left, right] = PLACES[part].map(share => share * width);
    return [part, { left, right, top: HEADING * size, bottom: height - 0.3 * size, size }];
  }));
  const counts = {
    callers: board.callers, waiting: board.waiting, threads: board.threads, connections: board.connections,
    services: board.services.length || null,
  };
  const marks = {
    callers: callers(board, areas.callers), waiting: waiting(board, areas.waiting),
    threads: grid('slot', board.threads, areas.threads, SLOT, slot), connections: pipes(board, areas.connections),
    services: services(board, areas.services, areas.connections.right),
  };
  render(element, markup`<svg class="chart" width="${width}" height="${height}" role="img"
    aria-label="${describe(board, counts)}">${target(board, areas)}<g class="data">${PARTS.map(part => markup`
    <g data-part="${part}" class="${part === board.broken && 'broken'}">${
  heading(nameOf(part, counts[part], board), counts[part], areas[part])}${marks[part]}</g>`)}</g></svg>`);
  setFlows(flowsOf(board, areas));
}

function drawSentence({ variant, sentence }) {
  const element = byId('variant');
  if (element.dataset.key === variant) return;
  element.dataset.key = variant;
  element.style.setProperty('--fit', Math.min(1, Math.sqrt(FULL_SIZE_SENTENCE / sentence.length)).toFixed(3));
  render(element, markup`<span>${sentence}</span>`);
  render(byId('summary'), markup``);
}

const describe = (board, counts) => [
  ...PARTS.map(part => `${formatCount(counts[part])} ${nameOf(part, counts[part], board)}`),
  `${board.number} ${board.unit}`,
].join(', ');

const heading = (name, count, { left, size }) => markup`<text class="count" x="${left}" y="${1.65 * size}">${
  formatCount(count)}</text><text x="${left}" y="${2.8 * size}">${name}</text>`;

/** The name of a part. Services whose names differ in a number only have the name that they share. */
function nameOf(part, count, { services: all }) {
  const kinds = new Set(all.map(({ name }) => name.replace(/-?\d+$/, '')));
  const name = part === 'services' && kinds.size === 1 ? `${[...kinds]}s` : part;
  return count === 1 ? name.replace(/s$/, '') : name;
}

/** What receives the load: its waiting requests and its threads. */
function target({ silence }, { waiting: { left, top, bottom, size }, threads: { right } }) {
  const [x, y] = [left - 0.6 * size, top - 0.35 * size];
  const text = silence === 'no answer' ? 'does not answer' : silence;
  return markup`<rect class="machine ${silence && 'down'}" x="${x}" y="${y}" width="${right + 0.5 * size - x}"
    height="${bottom + 0.2 * size - y}" rx="${0.5 * size}"/>${text && markup`<text class="strong"
    style="font-size:1.4rem" x="${left}" y="${(top + bottom) / 2}">${text}</text>`}`;
}

/** As many marks as there is room for, from the bottom left upwards, in columns. */
function grid(name, count, { left, right, top, bottom, size }, cellSize, draw) {
  const cell = cellSize * size;
  const rows = Math.max(1, Math.floor((bottom - top) / cell));
  const columns = Math.max(1, Math.floor((right - left) / cell));
  return Array.from({ length: Math.min(count ?? 0, rows * columns) }, (_, i) =>
    draw(left + (Math.floor(i / rows) + 0.5) * cell, bottom - (i % rows + 0.5) * cell, cell, i));
}

const disc = (x, y, cell) => markup`<circle class="mark" cx="${x}" cy="${y}" r="${0.36 * cell}"/>`;

const slot = (x, y, cell) => square(x, y, 0.76 * cell);

const square = (x, y, side) => markup`<rect class="mark" x="${x - side / 2}" y="${y - side / 2}" width="${side}"
  height="${side}" rx="${0.2 * side}"/>`;

/** Of the callers that are drawn, the share of the trial's requests that failed is crosses. */
function callers({ callers: count, failedShare }, area) {
  const drawn = grid('caller', count, area, CELL, (x, y, cell) => [x, y, cell]);
  const failed = Math.round(failedShare * drawn.length);
  return drawn.map(([x, y, cell], i) => i < failed ? cross(x, y, 0.3 * cell) : disc(x, y, cell));
}

/** Requests without a thread, and below them the work in the queue of the thread pool. */
function waiting({ waiting: count, queue }, area) {
  const { left, bottom, size } = area;
  const row = { ...area, top: bottom - 2.1 * size, bottom: bottom - 1.4 * size };
  return markup`${grid('waiting', count, { ...area, bottom: bottom - 2.4 * size }, CELL, disc)}
    <g data-part="queue">${grid('queue', queue, row, 0.68, slot)}<text class="${queue === 0 && 'none'}"
    x="${left}" y="${bottom - 0.4 * size}">${formatCount(queue)} in pool queue</text></g>`;
}

/** The heights of the connections that are drawn. */
function pipeHeights({ connections }, { top, bottom, size }) {
  const drawn = Math.min(connections ?? 0, Math.max(1, Math.floor((bottom - top) / (PIPE * size))));
  return Array.from({ length: drawn }, (_, i) => top + (i + 0.5) / drawn * (bottom - top));
}

const pipes = (board, area) => pipeHeights(board, area).map(y =>
  markup`<line class="mark pipe" x1="${area.left}" x2="${area.right}" y1="${y}" y2="${y}"/>`);

/** The services that are drawn, each with its box. */
function boxes({ services: all }, { left, right, top, bottom, size }) {
  const drawn = all.slice(0, Math.max(1, Math.floor((bottom - top) / (BOX * size))));
  const share = (bottom - top) / drawn.length;
  const height = Math.min(share - 0.4 * size, 6 * size);
  return drawn.map((service, i) => {
    const middle = top + (i + 0.5) * share;
    return { ...service, left, right, middle, top: middle - height / 2, height };
  });
}

/** Each service with its answers per second, as a bar on a scale that all of the run share. */
function services(board, area, pipesEnd) {
  const { size, left } = area;
  const highest = Math.max(1, ...state.ticks.flatMap(({ processes }) =>
    board.services.map(({ name }) => processes[name]?.served ?? 0)));
  const drawn = boxes(board, area);
  // Only a service that gets calls has a line.
  const links = drawn.filter(({ served }) => served > 0).map(({ middle }) =>
    markup`<line class="link" x1="${pipesEnd}" x2="${left}" y1="${middle}" y2="${middle}"/>`);
  return markup`${links}${drawn.map(({ name, served, silence, right, middle, top, height }) => {
  const bar = Math.max(0, height - 0.8 * size) * (served ?? 0) / highest;
  const room = Math.floor((right - left - 1.7 * size) / (CHARACTER_WIDTH * size));
  return markup`<rect class="mark machine ${silence && 'down'}" x="${left}" y="${top}" width="${right - left}"
      height="${height}" rx="${0.4 * size}"/>
    <rect class="bar" x="${left + 0.5 * size}" y="${top + height - 0.4 * size - bar}" width="${0.7 * size}"
      height="${bar}"/>
    <text x="${left + 1.5 * size}" y="${middle - 0.2 * size}">${shortenName(name, room)}</text>
    <text class="strong" x="${left + 1.5 * size}" y="${middle + size}">${
  silence ?? (served === null ? '–' : `${formatCount(served)}/s`)}</text>`;
})}`;
}

const bigNumber = (number, length = number.length) => markup`<b style="--length:${length}">${number}</b>`;

function drawNumber({ number, unit, isCounted, ghost, broken }) {
  const element = byId('board-number');
  element.className = `${isCounted ? '' : 'uncounted'} ${broken ? 'broken' : ''}`;
  render(element, markup`${bigNumber(number)}<div><p>${unit}</p>
    <p class="note">${!isCounted && 'warming up, not counted'}</p>
    ${ghost && markup`<p class="ghost"><b>${ghost.number}</b> ${ghost.variant}</p>`}</div>`);
}

/** Requests go to the target, failures go back to the callers, and calls go on the connections to the services. */
function flowsOf(board, areas) {
  const { callers: from, threads, waiting: { top, bottom, size }, connections, services: last } = areas;
  const between = (share, start, end) => start + share * (end - start);
  const middle = (top + bottom) / 2;
  const heights = pipeHeights(board, connections);
  const bus = (connections.right + last.left) / 2;
  return [
    { key: `requests of ${board.variant}`, rate: board.rates.requests, pathOf: lane => {
      const y = between(lane, top, middle);
      return [[from.right, y], [threads.left, y]];
    } },
    { key: `errors of ${board.variant}`, isFailure: true, rate: board.rates.errors, pathOf: lane => {
      const y = between(lane, middle + size, bottom - 2.5 * size);
      return [[threads.left, y], [from.right, y]];
    } },
    ...(heights.length > 0 ? boxes(board, last) : []).map(({ name, served, middle: y }) => ({
      key: `calls of ${board.variant} to ${name}`,
      rate: served ?? 0,
      pathOf: lane => {
        const pipe = heights[Math.round(lane * (heights.length - 1))];
        return [[threads.right, pipe], [connections.right, pipe], [bus, y], [last.left, y]];
      },
    })),
  ];
}
