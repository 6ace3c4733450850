// The plan of a talk: how far behind it is, and which beat is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beatAt, delayOf, delayText, isTooLong, plannedTime } from '../../talk/plan.js';

const ACTS = [{ minutes: 2 }, { minutes: 0.5 }, { minutes: 1.5 }];

test('PlannedTime_OfActs_IsTheSumOfTheirMinutes', () => {
  assert.equal(plannedTime(ACTS), 240);
});

test('Delay_WithinThePlanOfAnAct_IsThatOfItsBeginning', () => {
  const cases = [
    // The place of the act, the time of the talk, the time of the act, and the delay.
    [0, 0, 0, 0], [0, 100, 100, 0], [0, 150, 150, 30], [1, 150, 0, 30], [1, 170, 20, 30], [1, 190, 40, 40],
    [1, 90, 10, -40], [2, 150, 0, 0], [3, 300, 20, 60],
  ];
  for (const [place, talkTime, actTime, delay] of cases) {
    assert.equal(delayOf(ACTS, place, talkTime, actTime), delay, `${place} ${talkTime} ${actTime}`);
  }
});

test('DelayText_OfADifference_NamesItFromTenSeconds', () => {
  assert.deepEqual([0, 9, -9, 40, -40, 95].map(delayText),
    ['on time', 'on time', 'on time', '40 s behind', '40 s ahead', '1 min 35 s behind']);
});

test('Run_LongerThanThePlanOfItsAct_IsTooLong', () => {
  assert.deepEqual([29, 31, null].map(time => isTooLong({ ...ACTS[1], run_s: time })), [false, true, false]);
});

test('Beat_AtATime_IsTheLastThatHasBegun', () => {
  const beats = [{ at_s: 0 }, { at_s: 2.5 }, { at_s: 9 }];
  assert.deepEqual([-1, 0, 2.4, 2.5, 8, 100].map(time => beatAt(beats, time)), [-1, 0, 0, 1, 1, 2]);
  assert.equal(beatAt([], 3), -1);
});
