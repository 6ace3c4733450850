// Checks that a recording shows the run as the live page showed it, with a load tool that really measures.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Player, parseRecording } from '../../live/recording.js';
import { applyEvent, resetState, state } from '../../live/state.js';
import { launchBrowser } from '../support/browser.js';
import { real } from '../support/results.js';
import { LoadTool, readEvents, startTarget } from './load-tool.js';
import { createEvents, createHello } from './result-events.js';

const TIME_LIMIT = 180_000;
const PAGE = readFileSync(new URL('../../dist/live.html', import.meta.url), 'utf8');

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

/** Writes a page that plays a comparison, as the load tool does. */
function writeReplay(folder) {
  const path = join(folder, 'comparison.play.html');
  const events = [{ type: 'hello', data: createHello(real.compare) }, ...createEvents(real.compare)];
  const text = events.map(event => JSON.stringify(event)).join('\n').replaceAll('<', '\\u003c');
  writeFileSync(path, PAGE.replace('<!--recording-->', () => text));
  return pathToFileURL(path);
}

test('Replay_SetBackWithTheKeyboard_KeepsTheSliderAndItsFocus', { timeout: TIME_LIMIT }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIME_LIMIT);
    await page.goto(`${writeReplay(folder)}#from=${real.compare.duration_s * 2}`);
    await page.waitForFunction(() => document.getElementById('phase').textContent.startsWith('finished'));
    const slider = await page.waitForSelector('#scrubber');
    await slider.focus();
    const places = [Number(await slider.inputValue())];
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      assert.ok(await slider.evaluate(element => element.isConnected), `${key} must keep the slider.`);
      assert.ok(await slider.evaluate(element => element === document.activeElement), `${key} must keep the focus.`);
      places.push(Number(await slider.inputValue()));
    }
    assert.deepEqual(places, places.toSorted((one, other) => other - one));
    assert.equal(new Set(places).size, places.length);
    assert.equal(places.at(-1), 0);
    await page.waitForFunction(() => document.getElementById('phase').textContent === 'waiting for the load tool');
    assert.equal(await page.textContent('#variant'), '', 'At the start there is no finding.');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
