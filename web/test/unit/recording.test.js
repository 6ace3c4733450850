import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../build/files.js';
import { real, states } from '../results.js';
import { Player, findStart, parseRecording } from '../../live/recording.js';
import { drawStageThroughput } from '../../live/stage.js';
import { applyLine, isStage, resetState, state } from '../../live/state.js';
import { drawThroughput } from '../../live/throughput.js';
import { createEvents, createPlan } from '../show/result-events.js';

const eventsOf = result => [createPlan(result), ...createEvents(result)];
const record = events => events.map(event => `${JSON.stringify(event)}\n`).join('');
const snapshot = () => structuredClone(state);

function foldLive(events) {
  resetState();
  for (const line of events) applyLine(line);
  return snapshot();
}

for (const [name, result] of Object.entries({ ...real, ...states })) {
  test(`Recording_${name}_FoldsToTheStateOfTheLiveFeed`, { timeout: 10_000 }, () => {
    const events = eventsOf(result);
    const live = foldLive(structuredClone(events));
    resetState();
    const player = new Player(parseRecording(record(events)), resetState, applyLine);
    player.seek(player.duration);
    assert.deepEqual(snapshot(), live);
  });
}

test('Recording_SeekBackAndForth_ShowsTheStateOfThatTime', { timeout: 10_000 }, () => {
  const events = eventsOf(real.compare);
  const player = new Player(parseRecording(record(events)), resetState, applyLine);
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
  const lines = [[0, 'plan'], [0.5], [9], [0, 'plan'], [0.5], [4, 'end'], [15, 'plan'], [15.5], [16]];

  const events = parseRecording(record(lines.map(([t, kind = 'load']) => ({ t, [kind]: {} }))));

  assert.deepEqual(events.map(({ at }) => at), [0, 0.5, 9, 9, 9.5, 13, 13, 13.5, 14]);
});

const TALK = `${ROOT}experiments/talk/recordings/`;

// Charts need the size of their element and of a rem, and no other part of a browser.
const chart = { clientWidth: 1000, clientHeight: 400, innerHTML: '' };
globalThis.document = { getElementById: () => chart, documentElement: {} };
globalThis.getComputedStyle = () => ({ fontSize: '20px' });

/** The x of each point of a path, in its order. */
const abscissas = path => path.match(/-?[\d.]+/g).map(Number).filter((_, i) => i % 2 === 0);

const runsBack = values => values.some((value, i) => i > 0 && value < values[i - 1]);

const recordings = readdirSync(TALK).filter(file => file.endsWith('.ndjson'));

test('Recordings_Committed_AreFound', () => assert.ok(recordings.length >= 3));

for (const name of recordings) {
  const events = parseRecording(readFileSync(TALK + name, 'utf8'));

  test(`Start_${name}_HasMeasuredDataWithinFiveSecondsOfTheRecording`, { timeout: 10_000 }, () => {
    resetState();
    const player = new Player(structuredClone(events), resetState, applyLine);
    player.seek(findStart(player.events) + 5);
    assert.ok(state.throughput.size > 0 || state.shown.size > 0);
    assert.ok(state.trials.length <= Math.max(3, state.run.variants.length), 'The show begins with its first trials.');
    assert.ok(state.trials.every(({ round }) => round === 1), 'They are of the first round.');
  });

  test(`Throughput_${name}_NoLineRunsBackwards`, { timeout: 60_000 }, () => {
    resetState();
    let lines = 0;
    for (const line of events) {
      applyLine(line);
      if (!line.load && !line.sample) continue;
      (isStage() ? drawStageThroughput : drawThroughput)();
      for (const [, path] of chart.innerHTML.matchAll(/class="data" d="(M[^"]*)"/g)) {
        lines++;
        assert.ok(!runsBack(abscissas(path)), `At ${state.t} s a line runs back: ${path}`);
      }
    }
    assert.ok(lines > 0);
  });
}
