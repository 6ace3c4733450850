// The plan of a talk: where it should be by now, and what is said when. This module draws nothing.
import { formatSeconds } from '../shared/format.js';

/** A difference from the plan that nobody needs to know, in seconds. */
const ON_TIME = 10;

const sum = values => values.reduce((total, value) => total + value, 0);

/** The planned seconds of all acts. */
export const plannedTime = acts => 60 * sum(acts.map(({ minutes }) => minutes));

/**
 * How far a talk is behind its plan, in seconds; negative if it is ahead. The current act adds only the time beyond its
 * own plan.
 * @param {number} place the place of the current act; the number of acts at the end
 */
export const delayOf = (acts, place, talkTime, actTime) => talkTime - plannedTime(acts.slice(0, place))
  - Math.min(actTime, plannedTime(acts.slice(place, place + 1)));

export function delayText(delay) {
  const seconds = Math.round(Math.abs(delay));
  return seconds < ON_TIME ? 'on time' : `${formatSeconds(seconds)} ${delay > 0 ? 'behind' : 'ahead'}`;
}

/** Whether the recorded run of an act takes longer than the plan of the whole act. */
export const isTooLong = ({ minutes, run_s: runTime }) => runTime > 60 * minutes;

/** The place of the beat that is said at a time of the run; -1 before the first one. */
export const beatAt = (beats, time) => beats.findLastIndex(({ at_s: at }) => at <= time);
