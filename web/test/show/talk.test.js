// Gives the talk of docs/talk.md by script: every act from its recording, one live until its finding, and the
// others until their run is seen. The findings of all acts are those of make rehearse, which takes longer. Only this
// computer is asked for anything.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT, createFolder } from '../../build/files.js';
import { THEMES, accessibilityFaults, textOf, useBrowser, waitTwoFrames } from '../browser.js';
import { screenFaults } from '../screens.js';

const PROGRAM = `${ROOT}artifacts/bin/Experiments/release/Experiments.dll`;
const PAGE = readFileSync(`${ROOT}docs/talk.md`, 'utf8');

const REPOSITORY = 'https://example.org/two-tier-testbed';

/** The smallest text in the window of the speaker, who is near, in pixels. */
const SMALLEST = 14;

/** The acts as the page for speakers lists them. */
const ACTS = [...PAGE.matchAll(/^\| (\d+) \| \[([^\]]+)\]\(\.\.\/experiments\/(talk\/[^)]+)\)/gm)]
  .map(([, number, title, file]) => ({ number: Number(number), title, file }));

const shared = useBrowser();

/** Starts the talk, opens the window of the room, and records the requests to other computers as faults. */
async function withTalk(options, check) {
  const talk = spawn('dotnet', [PROGRAM, 'talk', '--port', '0', '--out', createFolder(), ...options], {
    env: { ...process.env, REPOSITORY },
  });
  const exited = once(talk, 'exit');
  let output = '';
  for (const stream of [talk.stdout, talk.stderr]) stream.on('data', text => { output += text; });
  try {
    while (!/the speaker .*\n/.test(output)) {
      await Promise.race([once(talk.stdout, 'data'), exited.then(() => { throw new Error(output); })]);
    }
    const [, address] = /the room +(http\S+)/.exec(output);
    const faults = [];
    const room = await shared.newPage();
    room.context().on('request', request => new URL(request.url()).origin !== new URL(address).origin
      && !/^(data|blob|about):/.test(request.url()) && faults.push(`request to ${request.url()}`));
    room.on('pageerror', error => faults.push(String(error)));
    await room.goto(address);
    await room.waitForSelector('#scene h1');
    await check(room, address, talk);
    assert.deepEqual(faults, []);
  } finally {
    talk.kill();
    await exited;
  }
}

const frameOf = page => page.frames().find(frame => frame.url().includes('/live/'));

const faultsOf = async (page, place, frames) =>
  (await screenFaults(page, undefined, { frames })).map(line => `${place} ${line}`);

/** Nobody scrolls in the window of the speaker either. It is open for the check only: it slows the room down. */
async function speakerFaults(room, address, title) {
  const speaker = await room.context().newPage();
  await speaker.goto(address);
  await speaker.locator('#script', { hasText: title }).waitFor();
  const found = await screenFaults(speaker, () => SMALLEST);
  await speaker.close();
  return found.map(line => `${title}, speaker, ${line}`);
}

/** Goes to a share of the recording that is shown inside, and waits until it is drawn. */
async function goTo(inside, share) {
  await inside.locator('#scrubber').evaluate((slider, at) => {
    slider.value = at * slider.max;
    slider.dispatchEvent(new Event('input'));
  }, share);
  await waitTwoFrames(inside);
}

/** What is in the page of the load tool inside the talk: neither a footer nor an address. */
async function showsOneChart(show) {
  assert.equal(await show.locator('.in-talk footer:visible, .in-talk .timelines:visible').count(), 0);
  assert.doesNotMatch(await show.locator('#page').innerText(), /https?:|\/api\//);
}

const isQuestion = (page, number, title) => page.waitForFunction(
  expected => document.querySelector('#scene.question .place')?.textContent === expected,
  `${number} of ${ACTS.length} · ${title}`);

let steps = 0;

/** Goes on with one key after another, because the same key again could be a bounce. */
const goOn = room => room.keyboard.press([' ', 'PageDown', 'ArrowRight'][steps++ % 3]);

const isStep = (page, step) => page.waitForSelector(`#scene.${step}`, { state: 'attached' });

test('Talk_FromRecordings_ShowsEveryActOfThePageForSpeakers', async () => {
  await withTalk(['--recorded'], async (room, address) => {
    const speaker = new URL('speaker', address).href;
    const found = [];
    for (const { number, title, file } of ACTS) {
      await isQuestion(room, number, title);
      found.push(...await speakerFaults(room, speaker, title));
      assert.match(await textOf(room, 'h1'), /\?/);
      found.push(...await faultsOf(room, `${title}, question`));
      await room.keyboard.press('1');
      await room.waitForSelector('.choices .guessed');

      await goOn(room);
      await isStep(room, 'show');
      if (!hasRuns(file)) {
        await showsGuesses(room, number);
        found.push(...await faultsOf(room, `${title}, guesses`));
        await goOn(room);
        await showsLedger(room);
        found.push(...await faultsOf(room, `${title}, ledger`), ...await accessibilityFaults(room));
        await goOn(room);
        await isFinding(room, speaker, title, found);
        continue;
      }
      await room.locator('.asked .recorded', { hasText: /recorded \d{4}-\d\d-\d\d/ }).waitFor();
      const inside = room.frameLocator('#show');
      if (hasBoard(file)) {
        await inside.locator('#board svg').waitFor();
      } else {
        await inside.locator('#throughput path.data').first().waitFor({ state: 'attached' });
        await showsOneChart(inside);
      }
      assert.match(await textOf(room, '.asked'), /\?/);
      for (const share of [0.3, 1]) {
        await goTo(frameOf(room), share);
        found.push(...await faultsOf(room, `${title}, ${share} of the recording`, [room, frameOf(room)]));
      }

      // The keys of the talk also work after a click into the recording, which has keys of its own.
      await inside.locator('h1:visible, h2:visible, #state:visible').first().click();
      await goOn(room);
      await isFinding(room, speaker, title, found);
    }
    await isStep(room, 'end');
    assert.equal(await room.locator('.closing li').count(), 4);
    assert.equal(await textOf(room, '.where p'), REPOSITORY);
    await room.getByLabel(`Code to scan: ${REPOSITORY}`).waitFor();
    found.push(...await faultsOf(room, 'the end'));
    assert.deepEqual(found, []);
  });
});

/** Checks the finding of an act, which says where it comes from, and goes on to the next act. */
async function isFinding(room, speaker, title, found) {
  await isStep(room, 'reveal');
  await room.waitForSelector('#scene.reveal .headline');
  assert.match(await textOf(room, 'h1'), /(Recorded on \d{4}-\d\d-\d\d, \d+ × .+|From the ledger, .+\.md)\.$/);
  assert.doesNotMatch(await textOf(room, 'h1'), /[()[\]]/);
  assert.match(await textOf(room, '.headline'), /^\d.* \w+/);
  const { height, font } = await room.evaluate(() => ({
    height: innerHeight, font: parseFloat(getComputedStyle(document.querySelector('.headline b')).fontSize),
  }));
  assert.ok(font > 0.25 * height, `${title}: the number has ${font} of ${height} px.`);
  // The room guessed the first answer: an outline on the scale. What a run is compared with is a hollow mark.
  assert.equal(await room.locator('.scale .guess').count(), 1);
  assert.equal(await room.locator('.scale .interval').count(), 1);
  assert.equal(await room.locator('.scale .old').count(), await room.locator('.headline small').count());
  found.push(...await faultsOf(room, `${title}, finding`));
  found.push(...await speakerFaults(room, speaker, title));
  await goOn(room);
}

test('Talk_Keys_IgnoreABounceAndKeepAGuessAfterTheFinding', async () => {
  await withTalk(['--recorded'], async room => {
    await room.keyboard.press('2');
    await room.locator('.choices .guessed', { hasText: 'two to five times slower' }).waitFor();
    await room.clock.install();
    await room.keyboard.press('PageDown');
    await room.keyboard.press('PageDown');
    await isStep(room, 'show');
    await room.clock.runFor(800);
    assert.equal(await room.locator('#scene.show').count(), 1, 'The second press is a bounce.');
    await room.keyboard.press('PageDown');
    await isStep(room, 'reveal');
    await room.keyboard.press('1');
    await room.keyboard.press('ArrowRight');
    await isQuestion(room, 2, ACTS[1].title);
    await room.keyboard.press('ArrowLeft');
    await isStep(room, 'reveal');
    assert.match(await textOf(room, '.place'), /^1 of/, 'Back from a question is the finding before.');
    assert.match(await textOf(room, '.scale'), /you: two to five times slower/, 'The room has seen the answer.');
  });
});

/** Makes a folder with the act of the burst, changed, and its recording. */
function createActs(change) {
  const acts = createFolder();
  writeFileSync(`${acts}/1-a-hundred-at-once.yaml`, change(readAct('talk/2-a-hundred-at-once.yaml')));
  mkdirSync(`${acts}/recordings`);
  writeFileSync(`${acts}/recordings/1-a-hundred-at-once.events.ndjson`, readAct('talk/recordings/2-a-hundred-at-once.events.ndjson'));
  writeFileSync(`${acts}/recordings/outcomes.json`, readAct('talk/recordings/outcomes.json').replace('2-a-hundred', '1-a-hundred'));
  return acts;
}

test('Talk_RunThatDoesNotShowIt_SaysWhyAndHasItsRecording', { timeout: 240_000 }, async () => {
  const acts = createActs(act => act.replaceAll('ms=2000', 'ms=1000').replace('cold:200', 'cold:20')
    .replace('[times > 3, blocking > 10]', '[blocking > 20]'));
  await withTalk(['--acts', acts], async room => {
    await goOn(room);
    await goOn(room);
    await room.locator('#scene.reveal h1', { hasText: 'does not show what it should: blocking > 20 is not met' })
      .waitFor({ timeout: 120_000 });
    await room.keyboard.press('r');
    await room.locator('.asked .recorded').waitFor();
    await goOn(room);
    await isStep(room, 'reveal');
    assert.match(await textOf(room, 'h1'), /Recorded on \d{4}-\d\d-\d\d, \d+ × .+\.$/);
  });
});

test('Talk_ActWithABoard_TellsThePageInsideWhatTheBoardShows', async () => {
  const board = { number: 'failed', broken: 'back-ends' };
  const acts = createActs(act => `${act}board: ${JSON.stringify(board)}\n`);
  await withTalk(['--recorded', '--acts', acts], async room => {
    await goOn(room);
    await isStep(room, 'show');
    await room.waitForSelector('#show[src^="live/?show=1#board="]');
    const [, text] = (await room.getAttribute('#show', 'src')).split('#board=');
    assert.deepEqual(JSON.parse(decodeURIComponent(text)), board);
  });
});

test('Talk_ProgramEnds_TheSpeakerSeesItInRedAndTheRoomDoesNot', async () => {
  await withTalk(['--recorded'], async (room, address, talk) => {
    const speaker = await room.context().newPage();
    await speaker.goto(new URL('speaker', address).href);
    await speaker.waitForSelector('.notes');
    assert.equal(await speaker.isVisible('#dead'), false);
    talk.kill();
    await speaker.waitForSelector('#dead', { state: 'visible' });
    assert.match(await textOf(speaker, '#dead'), /has ended/);
    assert.equal(await room.isVisible('#dead'), false);
    assert.equal(await room.locator('#scene.question h1').count(), 1);
  });
});

/** Waits for the guesses of the acts before an act that runs nothing. */
async function showsGuesses(room, number) {
  await room.waitForSelector('.acts li');
  assert.equal(await room.getAttribute('#show', 'src'), 'about:blank');
  assert.equal(await room.locator('.acts li').count(), number - 1);
}

/** Checks the picture of the ledger. */
async function showsLedger(room) {
  await isStep(room, 'picture');
  await room.waitForSelector('#then-and-now li');
  assert.equal(await room.locator('#then-and-now p').count(), 4);
  assert.ok(await room.locator('#then-and-now .turned').count() > 0);
}

const hasBoard = file => readAct(file).includes('\nboard:');

test('Talk_ActLive_FollowsItsRunToTheFindingInBothWindows', { timeout: 240_000 }, async () => {
  await withTalk(['--act', '2'], async (room, address) => {
    const speaker = await room.context().newPage();
    await speaker.goto(new URL('speaker', address).href);
    await speaker.waitForSelector('.notes');
    const found = await screenFaults(speaker, () => SMALLEST);
    const checkBoth = async step => {
      await isStep(room, step);
      for (const theme of THEMES) {
        for (const page of [room, speaker]) {
          await page.evaluate(name => { document.documentElement.dataset.theme = name; }, theme);
          const rules = theme === THEMES[0] ? undefined : ['color-contrast'];
          found.push(...(await accessibilityFaults(page, rules)).map(line => `${step} ${theme}: ${line}`));
        }
      }
    };
    await checkBoth('question');

    const post = origin => fetch(new URL('api/forward', address), { method: 'POST', headers: { Origin: origin } });
    assert.equal((await post('http://example.com')).status, 403);
    assert.equal(await room.locator('#scene.question').count(), 1);
    await goOn(speaker);
    await isStep(room, 'show');
    const show = room.frameLocator('#show');
    await show.locator('.title b', { hasText: 'a-hundred-at-once' }).waitFor({ state: 'attached', timeout: 60_000 });
    await show.locator('#throughput path.data').first().waitFor({ state: 'attached' });
    assert.equal(await room.locator('.recorded').count(), 0);

    await goOn(speaker);
    // Beside other tests, the run may not show it: then its recording does.
    const finding = room.locator('#scene.reveal .headline');
    await finding.or(room.locator('h1', { hasText: 'does not show' })).first().waitFor({ timeout: 120_000 });
    if (await finding.count() === 0) {
      await speaker.keyboard.press('r');
      await goOn(speaker);
    }
    await finding.waitFor();
    assert.match(await textOf(room, '.headline'), /^[\d.]+ seconds with blocked threads ?○ [\d.]+ seconds without$/);
    assert.match(await textOf(speaker, '.finding'), /The last request is answered/);
    await checkBoth('reveal');
    assert.equal((await post(new URL(address).origin)).status, 200);
    await isStep(room, 'end');
    assert.deepEqual(found, []);
  });
});

const readAct = file => readFileSync(`${ROOT}experiments/${file}`, 'utf8');

/** Whether an act runs something. */
const hasRuns = file => /^load:/m.test(readAct(file));
