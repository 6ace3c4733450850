import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../../../web/build/files.js';
import { real, states } from '../../../../web/test/results.js';
import { Player, findStart, parseRecording } from '../../live/recording.js';
import { applyEvent, resetState, state } from '../../live/state.js';
import { createEvents, createHello } from '../result-events.js';

const eventsOf = result => [{ type: 'hello', data: createHello(result) }, ...createEvents(result)];
const record = events => events.map(event => `${JSON.stringify(event)}\n`).join('');
const snapshot = () => structuredClone(state);

function foldLive(events) {
  resetState();
  for (const { type, data } of events) applyEvent(type, data);
  return snapshot();
}

for (const [name, result] of Object.entries({ ...real, ...states })) {
  test(`Recording_${name}_FoldsToTheStateOfTheLiveFeed`, { timeout: 10_000 }, () => {
    const events = eventsOf(result);
    const live = foldLive(structuredClone(events));
    resetState();
    const player = new Player(parseRecording(record(events)), resetState, applyEvent);
    player.seek(player.duration);
    assert.deepEqual(snapshot(), live);
  });
}

test('Recording_SeekBackAndForth_ShowsTheStateOfThatTime', { timeout: 10_000 }, () => {
  const events = eventsOf(real.compare);
  const player = new Player(parseRecording(record(events)), resetState, applyEvent);
  const middle = player.duration / 2;
  const until = events.slice(0, player.events.filter(({ at }) => at <= middle).length);
  const live = foldLive(structuredClone(until));
  resetState();
  player.seek(player.duration);
  player.seek(middle);
  assert.deepEqual(snapshot(), live);
  assert.equal(state.end, null);
  player.seek(0);
  assert.equal(state.trials.length, 0);
});

test('Recording_StageWithAProof_HasOneTimeForBothClocks', { timeout: 10_000 }, () => {
  const lines = [['hello'], ['tick', 0.5], ['tick', 9], ['hello'], ['tick', 0.5], ['tick', 4], ['end'], ['hello'],
    ['tick', 15], ['tick', 16]];

  const events = parseRecording(record(lines.map(([type, t]) => ({ type, data: t === undefined ? {} : { t } }))));

  assert.deepEqual(events.map(({ at }) => at), [0, 0.5, 9, 9, 9, 12.5, 12.5, 12.5, 12.5, 13.5]);
});

const TALK = `${ROOT}docs/talk/recordings/`;

for (const name of readdirSync(TALK).filter(file => file.endsWith('.ndjson'))) {
  test(`Start_${name}_HasMeasuredDataWithinFiveSecondsOfTheRecording`, { timeout: 10_000 }, () => {
    resetState();
    const player = new Player(parseRecording(readFileSync(TALK + name, 'utf8')), resetState, applyEvent);
    player.seek(findStart(player.events) + 5);
    assert.ok(state.throughput.size > 0 || state.burst !== null || state.shown.size > 0);
    assert.ok(state.trials.filter(({ again }) => !again).length <= 3, 'The show begins with its first trials.');
  });
}
