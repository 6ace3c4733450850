// The processes whose CPU time and thread pools the live page shows: the target of the load, the monitored processes
// that the user has named, and the load tool.
import { LOAD_TOOL, TARGET, state } from './state.js';

const MONITORED_COLOURS = 3;

export function processColour(name) {
  if (name === TARGET) return 'var(--target)';
  if (name === LOAD_TOOL) return 'var(--load-tool)';
  return `var(--monitored-${(state.processes.indexOf(name) - 1) % MONITORED_COLOURS})`;
}

export const processLabel = name => name === LOAD_TOOL ? 'load tool' : name;

/**
 * @param {object[]} intervals pieces of time with their values
 * @param {'cpu' | 'threads'} key of the values
 * @returns {string[]} the processes that have a value in at least one of the intervals
 */
export const processesWith = (intervals, key) =>
  state.processes.filter(name => intervals.some(interval => (interval[key][name] ?? null) !== null));
