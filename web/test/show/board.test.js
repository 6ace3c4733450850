// Checks how the board looks, live and played. Its recording was measured on a busy machine: do not quote its figures.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../../build/files.js';
import { blankCharts } from '../blank-charts.js';
import {
  LARGE, PROJECTOR, accessibilityFaults, textOf, useBrowser, waitTwoFrames,
} from '../browser.js';
import { screenFaults } from '../screens.js';
import { parseRecording } from '../../live/recording.js';
import { startEventServer } from './event-server.js';

const PAGE = readFileSync(new URL('../../../show/dist/live.html', import.meta.url), 'utf8');
const RECORDING = readFileSync(new URL('board.events.ndjson', import.meta.url), 'utf8');
const BOARD = `#board=${encodeURIComponent(JSON.stringify({ number: 'failed', broken: 'connections' }))}`;
const VIEWS = [[PROJECTOR, 'light'], [LARGE, 'dark']];

const shared = useBrowser();
const events = parseRecording(RECORDING);
const until = time => events.filter(({ at }) => at <= time);

/** Opens the board with the events up to a time, and the rest of them to be sent. */
async function onBoard(time, check, view = VIEWS[0]) {
  const server = await startEventServer(until(time));
  try {
    const page = await shared.open(`${server.address}?theme=${view[1]}&show=1${BOARD}`, view);
    await page.locator('#board-number > b').first().waitFor();
    await waitTwoFrames(page);
    await check(page, server);
  } finally {
    await server.close();
  }
}

for (const view of VIEWS) {
  test(`Board_${view.flat().join('-')}_CanBeReadFromTheLastRow`, () => onBoard(3.7, async (page, server) => {
    assert.equal(await textOf(page, '#variant'), 'The same, with a limit of 16 requests at a time.');
    assert.equal(await page.isVisible('footer'), false);
    assert.doesNotMatch(await page.innerText('#page'), /http|:\d{4}/);
    // Read in one step, because the page draws the number anew with each reading.
    const height = await page.evaluate(() =>
      document.querySelector('#board-number > b').getBoundingClientRect().height);
    assert.ok(height >= 0.2 * view[0][1], `The number is ${height} px high.`);
    assert.deepEqual([
      ...shared.faults.filter(fault => !fault.startsWith(`request to ${server.address}`)),
      ...await blankCharts(page), ...await accessibilityFaults(page), ...await screenFaults(page),
    ], []);
  }, view));
}

test('Board_ThreeBackEndsOfWhichOneIsDown_HaveRoomForTheirNamesAndAnswers', () => onBoard(0.3, async (page, server) => {
  const { load } = structuredClone(events.findLast(event => event.load && event.at < 3.7));
  Object.assign(load.processes, { 'back-end-2': { threads: 0, served: 0 }, 'back-end-3': {} });
  server.send(...events.filter(({ at }) => at > 0.3 && at < 3.7), { t: 3.69, load: { ...load, down: ['back-end-3'] } });
  await page.locator('.machine.down').waitFor();
  const texts = await page.locator('[data-part="services"] text').allTextContents();
  assert.deepEqual(texts, ['3', 'back-ends', 'back-end', '667/s', 'back-end-2', '0/s', 'back-end-3', 'no answer']);
  assert.deepEqual(await screenFaults(page), []);
}));

test('Board_SettingIsChangedUnderLoad_ChangesItsSentenceAndKeepsTheNumberAsAGhost', () =>
  onBoard(3.7, async (page, server) => {
    assert.equal(await textOf(page, '#board-number > b'), '96 %');
    const coloured = () => page.locator('.broken').evaluateAll(all => all.map(one => one.dataset.part ?? one.id));
    assert.deepEqual(await coloured(), ['connections', 'board-number']);
    server.send(...events.filter(({ at }) => at > 3.7 && at < 6.6));
    await page.locator('#variant', { hasText: 'No limit' }).waitFor();
    assert.equal(await textOf(page, '#board-number .ghost'), '96 % limit-of-16');
    assert.deepEqual(await coloured(), []);
  }));

for (const [reducedMotion, moves] of [['reduce', false], ['no-preference', true]]) {
  const name = moves ? 'NotWanted_Moves' : 'Wanted_IsStill';
  test(`Board_ReducedMotionIs${name}`, () => onBoard(3.7, async (page, server) => {
    await page.emulateMedia({ reducedMotion });
    server.send(...events.filter(({ at }) => at > 3.7 && at < 6.6));
    await page.locator('#variant', { hasText: 'No limit' }).waitFor();
    const moving = page.locator('#board-motion .mark, #board-motion circle').first();
    await moving.waitFor({ state: moves ? 'attached' : 'detached' });
  }));
}

test('Board_Played_IsTheSameAndShowsAtTheEndWhyTheRunIsInvalid', async () => {
  const path = join(createFolder(), 'board.play.html');
  writeFileSync(path, PAGE.replace('<!--recording-->', () => RECORDING.replaceAll('<', '\\u003c')));
  const page = await shared.open(`${pathToFileURL(path)}?show=1${BOARD}&from=99`, VIEWS[1]);
  await page.locator('.cause').waitFor();
  assert.equal(await textOf(page, '#variant'), 'Do not quote these figures.');
  assert.match(await textOf(page, '.cause'), /Client and server counts agree: 5 of 6 measurements/);
  assert.equal(await textOf(page, '#board-number'), '');
  assert.deepEqual(await screenFaults(page), []);
  await page.locator('#scrubber').evaluate(slider => {
    slider.value = 6.5;
    slider.dispatchEvent(new Event('input'));
  });
  await page.locator('[data-part="threads"]').waitFor();
  assert.equal(await page.locator('[data-part="threads"] .mark').count(), 25);
  assert.match(await textOf(page, '#variant'), /No limit/);
});

test('Board_ValidEnd_HasTheNumbersOfBothVariantsAndNoOtherMetric', async () => {
  const headline = [{ text: 'limit-of-16 is cheaper.', kind: null }];
  await onBoard(8.3, async (page, server) => {
    const last = events.findLast(({ sample }) => sample);
    server.send(last, { t: last.t, end: { state: 'valid', path: 'x.json', headline } });
    await page.locator('#variant', { hasText: /^All turns together$/ }).waitFor();
    assert.deepEqual(await page.locator('#board-number > b').allTextContents(), ['0.5 %', '96 %']);
    assert.equal(await page.locator('#board-number').getAttribute('class'), '');
    assert.deepEqual(await screenFaults(page), []);
  });
});
