// The pictures of acts without runs: the ports of a network namespace, a cell each, and the ledger, with the published
// ratio of each row beside the measured one.
import { formatCount } from '../../../web/shared/format.js';
import { markup, render } from '../../../web/shared/markup.js';
import { scaleLog } from '../../../web/shared/scales.js';
import { byId } from './parts.js';

/** The time between two readings of the ports, in milliseconds. */
const READING_INTERVAL = 200;

const CELLS_IN_ROW = 50;

/** The side of a cell by its state, so that it can be told without colour: free, open, kept after a connection. */
const SIDES = { '.': 0.24, o: 0.55, k: 0.86 };

const PICTURES = { ports: drawPorts, 'then-and-now': drawThenAndNow };

/** Draws a picture into the page, and goes on while the page shows it. */
export const drawPicture = name => PICTURES[name]();

const read = async path => (await fetch(path)).json();

async function drawPorts() {
  while (byId('ports')) {
    const { states, answered, failed, is_published: isPublished } = await read('ports');
    if (!byId('ports')) return;
    const taken = formatCount(states.length - states.split('.').length + 1);
    render(byId('ports'), markup`<h1>${answered === null
      ? `${taken} of ${formatCount(states.length)} ports are taken`
      : `${formatCount(answered)} calls were answered, then ${formatCount(failed)} failed`}</h1>
      <svg viewBox="0 0 ${CELLS_IN_ROW} ${states.length / CELLS_IN_ROW}" preserveAspectRatio="xMinYMid" role="img"
        aria-label="${taken} of ${formatCount(states.length)} ports are taken">${[...states].map(cell)}</svg>
      <p>A cell is a port. The system keeps the port of a closed connection for a minute. ${isPublished
        ? 'This is the published result, which has the number of ports and not which.'
        : 'Read from /proc/net/tcp now.'}</p>`);
    await new Promise(done => setTimeout(done, READING_INTERVAL));
  }
}

function cell(state, i) {
  const side = SIDES[state];
  const [x, y] = [i % CELLS_IN_ROW, Math.floor(i / CELLS_IN_ROW)].map(place => place + (1 - side) / 2);
  return markup`<rect class="port-${state === '.' ? 'free' : state}" x="${x.toFixed(2)}" y="${y.toFixed(2)}"
    width="${side}" height="${side}"/>`;
}

async function drawThenAndNow() {
  const rows = chooseRows(await read('then-and-now'));
  if (!byId('then-and-now')) return;
  const values = rows.flatMap(({ published, lo, hi }) => [published, lo, hi, 1]);
  const x = scaleLog([Math.min(...values), Math.max(...values)], [2, 98]);
  const ticks = [0.01, 0.1, 1, 10, 100, 1000].filter(tick => x(tick) > 2 && x(tick) < 94);
  render(byId('then-and-now'), markup`${rows.map(row => ratioRow(row, x))}<li><span></span><svg class="ticks"
    aria-hidden="true">${ticks.map(tick => markup`<text x="${x(tick)}%" y="1em" text-anchor="middle">${tick}</text>`)}
    </svg></li>`);
}

/** The number of rows that a room can read. The site has all of them. */
const MOST_ROWS = 8;

/** Those that turned round first, then those that moved furthest, in the order of the ledger. */
function chooseRows(rows) {
  const distance = row => Math.abs(Math.log(row.measured / row.published)) + (isTurned(row) ? rows.length : 0);
  const chosen = rows.toSorted((one, other) => distance(other) - distance(one)).slice(0, MOST_ROWS);
  return rows.filter(row => chosen.includes(row));
}

/** Whether the measured interval is on the other side of 1 than what was published. */
const isTurned = ({ published, lo, hi }) => published > 1 ? hi < 1 : lo > 1;

function ratioRow(row, x) {
  const { name, published, measured, lo, hi, verdict } = row;
  const at = value => `${x(value).toFixed(2)}%`;
  return markup`<li class="${isTurned(row) && 'turned'}"><span>${name}</span>
    <svg role="img" aria-label="published ${published.toPrecision(3)}, measured ${measured.toPrecision(3)}">
    <line class="one" x1="${at(1)}" x2="${at(1)}" y1="0" y2="100%"/>
    <line x1="${at(published)}" x2="${at(measured)}" y1="50%" y2="50%"/>
    <rect x="${at(lo)}" width="${(x(hi) - x(lo)).toFixed(2)}%" y="30%" height="40%"/>
    <line class="measured" x1="${at(measured)}" x2="${at(measured)}" y1="15%" y2="85%"/>
    <circle cx="${at(published)}" cy="50%" r="0.25em"/></svg><span>${verdict}</span></li>`;
}
