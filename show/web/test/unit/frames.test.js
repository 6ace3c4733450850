import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../../../web/build/files.js';
import { real } from '../../../../web/test/results.js';
import { chooseFrames } from '../../film/frames.js';
import { parseRecording } from '../../live/recording.js';
import { createEvents, createPlan } from '../result-events.js';

const recorded = [createPlan(real.compare), ...createEvents(real.compare)];
// In a recording, a phase begins a moment after the trial before it has ended.
const events = parseRecording(recorded.map(event => JSON.stringify(event)).join('\n'))
  .map(event => event.turn ? { ...event, at: event.at + 0.001 } : event);

test('ChooseFrames_RealComparison_ShowsMeasuredFiguresAndThenTheFinding', { timeout: 10_000 }, () => {
  const frames = chooseFrames(events);
  const moments = frames.map(({ at }) => at);

  assert.ok(frames.length >= 15 && frames.length <= 25, `${frames.length} frames`);
  assert.equal(frames.reduce((sum, { duration }) => sum + duration, 0), 12_000);
  assert.deepEqual(moments, moments.toSorted((one, other) => one - other));
  for (const moment of moments.slice(0, -1)) {
    const phase = events.findLast(({ turn, at }) => turn && at <= moment);
    assert.equal(phase.turn.is_measured, true, `At ${moment} s nothing is measured.`);
  }
  assert.ok(moments.at(-1) >= events.find(({ end }) => end).at, 'The last frame shows the finding.');
  assert.equal(frames.at(-1).duration, 3000);
});

test('ChooseFrames_RecordingWithoutEnd_IsRejected', { timeout: 10_000 }, () => {
  assert.throws(() => chooseFrames(events.filter(({ end }) => !end)), /lacks the end/);
  assert.throws(() => chooseFrames(events.slice(0, 20)), /too short/);
});

test('Film_OfTheReadme_ShowsTheRecordingOfToday', { timeout: 10_000 }, () => {
  const [hash, recording] = readFileSync(`${ROOT}docs/film.sha256`, 'utf8').trim().split(/ +/);
  assert.equal(hash, createHash('sha256').update(readFileSync(`${ROOT}${recording}`)).digest('hex'), 'make film');
});
