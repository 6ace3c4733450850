// The processes whose CPU time and thread pools the live page shows: the target of the load, the monitored processes
// that the user has named, and the load tool. Colours belong to the strategies, so the processes are grey, each with a
// texture of its own.
import { markup } from '../shared/markup.js';
import { LOAD_TOOL, TARGET, state } from './state.js';

const TEXTURES = ['M-1 9L9 -1M-5 5L5 -5M3 13L13 3', 'M-1 -1L9 9M3 -5L13 5M-5 3L5 13', 'M0 4H8'];

/** The textures of the monitored processes, which the page contains once. */
export const textures = () => markup`<svg class="textures" width="0" height="0" aria-hidden="true">${
  TEXTURES.map((path, i) => markup`<pattern id="texture-${i}" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect width="8" height="8" fill="var(--texture-back)"/><path d="${path}" stroke="var(--texture)" stroke-width="3"/>
    </pattern>`)}</svg>`;

const textureOf = name => (state.processes.indexOf(name) - 1) % TEXTURES.length;

/** The fill of an area that belongs to a process. */
export const processFill = name => [TARGET, LOAD_TOOL].includes(name) ? processColour(name)
  : `url(#texture-${textureOf(name)})`;

/** The colour of a line that belongs to a process. */
export function processColour(name) {
  if (name === TARGET) return 'var(--target)';
  return name === LOAD_TOOL ? 'var(--load-tool)' : 'var(--texture)';
}

export const processLabel = name => name === LOAD_TOOL ? 'load tool' : name;

/**
 * @param {object[]} intervals pieces of time with their values
 * @param {'cores' | 'threads'} key of the values
 * @returns {string[]} the processes that have a value in at least one of the intervals
 */
export const processesWith = (intervals, key) =>
  state.processes.filter(name => intervals.some(interval => (interval.processes[name]?.[key] ?? null) !== null));
