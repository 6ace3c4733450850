// Checks that a recording shows the run as the live page showed it, with a load tool that really measures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player, parseRecording } from '../../live/recording.js';
import { applyEvent, resetState, state } from '../../live/state.js';
import { LoadTool, readEvents, startTarget } from './load-tool.js';

const TIME_LIMIT = 180_000;

const snapshot = () => structuredClone(state);

/** The state of the page after all lines of a recording. */
function foldRecording(text) {
  resetState();
  const player = new Player(parseRecording(text), resetState, applyEvent);
  player.seek(player.duration);
  return snapshot();
}

test('Recording_RealComparison_FoldsToTheStateOfTheLiveFeed', { timeout: TIME_LIMIT }, async () => {
  const target = await startTarget();
  const tool = new LoadTool('compare', '-u', target.address, '--vary', 'strategy=a,b,c', '-c', '2', '--warmup', '300ms',
    '--slice-warmup', '200ms', '--rounds', '3', '--slice', '300ms', '--record');
  try {
    const events = await readEvents(await tool.address(), 'end');
    assert.ok([0, 3].includes(await tool.exited), tool.output);
    resetState();
    for (const { type, data } of events) applyEvent(type, data);
    const live = snapshot();
    // Each round has a trial of each variant, and a second one of the baseline.
    assert.equal(live.trials.length, 3 * 4);
    assert.ok(live.ticks.length > 0);

    assert.deepEqual(foldRecording(tool.file('.events.ndjson')), live);
    const [, embedded] = /<script[^>]*id="recording"[^>]*>([^<]*)</.exec(tool.file('.play.html'));
    assert.deepEqual(foldRecording(embedded), live);
  } finally {
    target.close();
    await tool.close();
  }
});
