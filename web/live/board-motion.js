// Requests that move on the board. Their rates follow the readings: if there are too many to be seen, all rates shrink
// alike. Nothing moves in the speaker's window, if the user prefers that, or if there are no new readings.
import { markup, render } from '../shared/markup.js';
import { byId, isThumbnail, rem } from './dom.js';

/** The most dots per second of one flow. */
const MOST_PER_SECOND = 10;

/** Seconds from the start of a flow to its end. */
const SECONDS = 1.4;

/** Milliseconds after the last reading at which everything stops. */
const SILENCE = 2500;

/** The least milliseconds between two drawings, because what runs is measured on the same computer. */
const FRAME = 30;

/** The number of lanes on which the dots of a flow move beside each other, one after another. */
const LANES = 7;

let flows = [];
let dots = [];
const credits = new Map();
let last = null;
let readAt = 0;

const isStill = () => isThumbnail() || matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * @param {{key: string, rate: number, isFailure: boolean, pathOf: (lane: number) => number[][]}[]} next flows with
 *   their rates per second, and the points of each lane, from 0 to 1
 */
export function setFlows(next) {
  const scale = Math.min(1, MOST_PER_SECOND / Math.max(1, ...next.map(({ rate }) => rate)));
  flows = next.map(flow => ({ ...flow, rate: flow.rate * scale }));
  readAt = performance.now();
  if (last !== null || isStill()) return;
  last = readAt;
  requestAnimationFrame(advance);
}

function advance(now) {
  const element = byId('board-motion');
  if (!element) {
    last = null;
    return;
  }
  if (isStill() || now - readAt > SILENCE) {
    [last, dots] = [null, []];
    render(element, markup``);
    return;
  }
  requestAnimationFrame(advance);
  if (now - last < FRAME) return;
  const seconds = Math.min(0.1, (now - last) / 1000);
  last = now;
  dots = dots.map(dot => ({ ...dot, done: dot.done + seconds / SECONDS }))
    .filter(({ done, key }) => done < 1 && flows.some(flow => flow.key === key));
  for (const { key, rate } of flows) {
    const { credit, count } = credits.get(key) ?? { credit: 0, count: 0 };
    const grown = credit + rate * seconds;
    if (grown >= 1) dots.push({ key, done: 0, lane: count * 3 % LANES / (LANES - 1) });
    credits.set(key, { credit: grown % 1, count: grown >= 1 ? count + 1 : count });
  }
  render(element, markup`${dots.map(draw)}`);
}

function draw({ key, done, lane }) {
  const { pathOf, isFailure } = flows.find(flow => flow.key === key);
  const [x, y] = pointAt(pathOf(lane), done);
  return isFailure ? cross(x, y, 0.3 * rem()) : markup`<circle cx="${x}" cy="${y}" r="${0.28 * rem()}"/>`;
}

export const cross = (x, y, arm) => markup`<path class="mark cross" d="M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${
  -2 * arm}l${-2 * arm} ${2 * arm}"/>`;

/** The point on a line of several points after a share of its length. */
function pointAt(points, share) {
  const steps = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  let left = share * steps.reduce((one, other) => one + other, 0);
  const i = steps.findIndex(step => (left -= step) <= 0);
  if (i < 0) return points.at(-1);
  const [[x, y], [toX, toY]] = [points[i], points[i + 1]];
  const before = steps[i] === 0 ? 0 : 1 + left / steps[i];
  return [x + before * (toX - x), y + before * (toY - y)];
}
