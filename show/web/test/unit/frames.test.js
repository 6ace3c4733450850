import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../../../web/build/files.js';
import { chooseFrames } from '../../film/frames.js';
import { parseRecording } from '../../live/recording.js';

const events = parseRecording(readFileSync(`${ROOT}docs/talk/recordings/1-many-ways.events.ndjson`, 'utf8'));

test('ChooseFrames_RealComparison_ShowsMeasuredFiguresAndThenTheFinding', { timeout: 10_000 }, () => {
  const frames = chooseFrames(events);
  const moments = frames.map(({ at }) => at);

  assert.ok(frames.length >= 15 && frames.length <= 25, `${frames.length} frames`);
  assert.equal(frames.reduce((sum, { duration }) => sum + duration, 0), 12_000);
  assert.deepEqual(moments, moments.toSorted((one, other) => one - other));
  for (const moment of moments.slice(0, -1)) {
    const phase = events.findLast(({ type, at }) => type === 'phase' && at <= moment);
    assert.equal(phase.data.kind, 'measure', `At ${moment} s nothing is measured.`);
    assert.equal(phase.data.again, false, `At ${moment} s nothing is measured that counts.`);
  }
  assert.ok(moments.at(-1) >= events.find(({ type }) => type === 'end').at, 'The last frame shows the finding.');
  assert.equal(frames.at(-1).duration, 3000);
});

test('ChooseFrames_RecordingWithoutEnd_IsRejected', { timeout: 10_000 }, () => {
  assert.throws(() => chooseFrames(events.filter(({ type }) => type !== 'end')), /has no end/);
  assert.throws(() => chooseFrames(events.slice(0, 20)), /too short/);
});
