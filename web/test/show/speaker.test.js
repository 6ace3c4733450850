// The window of the speaker, with given states of the talk and a clock that stands still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGE, PROJECTOR, THEMES, accessibilityFaults, textOf, useBrowser } from '../browser.js';
import { real } from '../results.js';
import { screenFaults } from '../screens.js';
import { createEvents, createPlan } from './result-events.js';
import { startTalkServer } from './talk-server.js';

const NOTEBOOK = [1366, 768];
const SMALL_PHONE = [390, 844];

/** The smallest size of text in pixels that is read on a phone. */
const SMALLEST = 14;

const NOW = Date.parse('2026-11-25T10:00:00Z');

const shared = useBrowser();

const createAct = (title, changes = {}) => ({
  title, question: `What of ${title}?`, choices: ['one', 'two'], ranges: [[0, 9], [9, null]], notes: `Notes of ${title}.`,
  beats: [], load: 'run', unit: 'seconds', closing: [], finding: null, ...changes,
});

const createFinding = (text, source) => ({
  text, source, headline: { value: 28.7, lo: 28.7, hi: 28.7, number: '28.7', interval: '28.7' },
});

const BEATS = [{ at_s: 0, say: 'Now.' }, { at_s: 4, say: 'Say nothing.' }, { at_s: 60, say: 'It ends.' }];

const createTalk = () => ({
  acts: [
    createAct('Sleep', { beats: BEATS, finding: createFinding('It slept 28.7 s.', 'Recorded on 2026-11-22.') }),
    createAct('Sockets'),
    createAct('Counts', { load: null }),
  ],
  state: {
    place: 0, step: 'question', show: 0, is_ready: false, is_recorded: false, problem: null, guesses: {}, findings: {},
  },
  readiness: { cpu_pressure: 3.2 },
});

/** Opens the window of the speaker at a time that stands still. */
async function withSpeaker(prepare, check) {
  const talk = createTalk();
  prepare(talk);
  const server = await startTalkServer(talk);
  try {
    const page = await shared.newPage();
    await page.clock.setFixedTime(NOW);
    await page.goto(`${server.address}speaker`);
    await page.locator('#script h1').waitFor();
    await check(page, server);
  } finally {
    await server.close();
  }
}

/** Waits until an element has a text: what changes with time is drawn four times a second. */
const hasText = (page, selector, text) => page.locator(selector, { hasText: text }).waitFor();

test('Beats_DuringARun_FollowTheTimeThatTheRoomSees', () => withSpeaker(() => {}, async (page, server) => {
  assert.equal(await textOf(page, '.notes'), 'Notes of Sleep.');
  server.change({ step: 'show', show: 1, is_ready: true });
  await page.locator('#beats li').first().waitFor();
  assert.equal(await page.locator('.notes').count(), 0);
  while (!server.hasLivePage()) await page.waitForTimeout(50);
  assert.equal(await page.locator('#beats .current').count(), 0, 'Nothing is said before the run has begun.');

  server.send(createPlan(real.compare));
  const events = createEvents(real.compare);
  server.send(events.find(({ turn }) => turn));
  server.send({ ...events.find(({ load }) => load), t: 5 });
  await hasText(page, '#beats .current', 'Say nothing.');
  assert.equal(await textOf(page, '#beats .past'), '0 s Now.');
  await page.clock.setFixedTime(NOW + 56_000);
  await hasText(page, '#beats .current', 'It ends.');

  // A second show begins again.
  server.change({ show: 2 });
  await page.locator('#beats .current').waitFor({ state: 'detached' });
  server.change({ step: 'reveal' });
  await hasText(page, '.notes', 'Notes of Sleep.');
}));

test('Reload_DuringARecording_GoesOnWhereItWas', () => withSpeaker(talk => {
  talk.recording = [createPlan(real.compare), ...createEvents(real.compare)];
  Object.assign(talk.state, { step: 'show', show: 1, is_ready: true, is_recorded: true });
}, async page => {
  const live = page.frameLocator('#thumbnail').frameLocator('#show');
  await live.locator('#scrubber').evaluate(slider => {
    slider.value = 20;
    slider.dispatchEvent(new Event('input'));
  });
  await page.reload();
  const time = await live.locator('html[data-time]').getAttribute('data-time');
  assert.ok(Number(time) >= 15, `It goes on at ${time} s.`);
}));

test('Thumbnail_OfTheRoom_TakesNeitherKeysNorFocus', () => withSpeaker(() => {}, async (page, server) => {
  const room = page.frameLocator('#thumbnail');
  await room.locator('#scene.question h1', { hasText: 'What of Sleep?' }).waitFor();
  const isInside = () => page.evaluate(() => document.activeElement.tagName === 'IFRAME');
  const box = await page.locator('#thumbnail').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await isInside(), false);
  const buttons = await page.locator('button').count();
  for (let i = 0; i <= buttons; i++) {
    await page.keyboard.press('Tab');
    assert.equal(await isInside(), false);
  }
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-post="back"]').click();
  while (server.posts.length < 2) await page.waitForTimeout(20);
  assert.deepEqual(server.posts, ['/api/forward', '/api/back'], 'A key that the thumbnail took would be sent twice.');
}));

test('Readiness_OfTheComputerAndTheActs_IsSaid', () => withSpeaker(() => {}, async (page, server) => {
  await hasText(page, '#machine', '✓ quiet: CPU pressure 3 %');
  assert.match(await textOf(page, '#plan-b'), /R recording: It slept 28\.7 s\. Recorded on 2026-11-22\.$/);
  assert.equal(await textOf(page, '#next'),
    'Next: 2 · SocketsWhat of Sockets? ! There is no recording. make rehearse makes one.');
  assert.match(await textOf(page, '#script'), /onetwo \(measured\)/);
  server.change({ step: 'show', problem: 'The service has exited.' });
  await hasText(page, '.failed', 'It failed: The service has exited. R shows the recording.');
  assert.equal(await textOf(page, '#machine'), '', 'The run itself makes the computer busy.');
  await hasText(page, '#plan-b', 'skip to the finding');
  server.change({ place: 1, step: 'question', problem: null });
  await hasText(page, '#next', 'shows published figures');
  server.change({ place: 2 });
  await hasText(page, '#next', 'The last page');
  assert.equal(await page.isVisible('#plan-b'), false, 'What is published cannot fail.');
}));

test('Readiness_OfABusyComputerWithoutRecordings_Warns', () => withSpeaker(({ acts, readiness }) => {
  readiness.cpu_pressure = 41.6;
  acts[0].finding = null;
}, async page => {
  await hasText(page, '#machine', '! busy: CPU pressure 42 %');
  assert.match(await textOf(page, '#plan-b'), /! There is no recording/);
}));

test('Window_InEachSizeAndTheme_CanBeRead', () => withSpeaker(({ acts, state }) => {
  const long = 'What is said here has as many words as one of the longest beats has.';
  acts[0].beats = Array.from({ length: 6 }, (_, i) => ({ at_s: 5 * i, say: long }));
  const finding = createFinding(`${long} 28.7.`, 'Recorded on 2026-11-22.');
  Object.assign(state, { show: 1, is_ready: true, guesses: { 0: 1 }, findings: { 0: finding } });
}, async (page, server) => {
  const found = [];
  for (const step of ['question', 'show', 'reveal']) {
    server.change({ step });
    await hasText(page, '.now', { question: 'question', show: 'run', reveal: 'finding' }[step]);
    const faults = await screenFaults(page, () => SMALLEST, { sizes: [NOTEBOOK, PROJECTOR, LARGE, SMALL_PHONE] });
    found.push(...faults.map(line => `${step} ${line}`));
    for (const theme of THEMES) {
      await page.evaluate(name => { document.documentElement.dataset.theme = name; }, theme);
      found.push(...(await accessibilityFaults(page)).map(line => `${step} ${theme}: ${line}`));
    }
  }
  assert.deepEqual(found, []);
}));
