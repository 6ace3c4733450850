// Tests the stage as a speaker uses it, with a load tool that really sends load.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { accessibilityFaults } from '../support/browser.js';
import { real } from '../support/results.js';
import { LoadTool, useBrowserAndTarget } from './load-tool.js';
import { createEvents, createHello } from './result-events.js';
import { startEventServer } from './test-servers.js';

const TIME_LIMIT = 180_000;

const shared = useBrowserAndTarget();

/** Frames from an event to the frame that has drawn it: the page draws in the next one. */
const MOST_FRAMES = 2;

/** Ticks of the old variant after the load tool has swapped it: one can be under way. There are four each second. */
const MOST_OLD_TICKS = 1;

/** Writes down, in the page and in their order, the events, the answer to the key, and what is drawn. */
function keepLog() {
  const log = window.swapLog = [];
  let frame = 0;
  const keep = entry => log.push({ ...entry, frame });
  requestAnimationFrame(function count() {
    frame++;
    requestAnimationFrame(count);
  });
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (type, listener) {
    add.call(this, type, event => {
      if (['phase', 'tick'].includes(type)) keep({ type, variant: JSON.parse(event.data).variant });
      listener(event);
    });
  };
  const send = window.fetch;
  window.fetch = async (path, options) => {
    const response = await send(path, options);
    if (path === 'api/stage/variant') keep({ type: 'swapped' });
    return response;
  };
  new MutationObserver(() => {
    const variant = document.getElementById('variant')?.textContent.trim();
    if (log.findLast(({ type }) => type === 'drawn')?.variant !== variant) keep({ type: 'drawn', variant });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test('Stage_KeysPressed_SwapTheVariantAndTheConnectionsOnThePage', { timeout: TIME_LIMIT }, async test => {
  const tool = new LoadTool('stage', '-u', shared.target.address, '--vary', 'strategy=a,b,c', '-c', '2');
  try {
    const page = await shared.browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(TIME_LIMIT);
    await page.addInitScript(keepLog);
    await page.goto(await tool.address(/stage .*\n/));
    await page.waitForFunction(() => document.querySelector('#throughput .scene path.data'));
    assert.match(await page.textContent('#variant'), /^\s*a/);

    const pressed = Date.now();
    await page.keyboard.press('2');
    const isShown = () => document.getElementById('variant').textContent.trim() === 'b'
      && document.querySelector('#throughput .scene[data-variant="b"] path.data');
    await page.waitForFunction(isShown);
    test.diagnostic(`from the key to the line: ${Date.now() - pressed} ms`);
    const log = await page.evaluate('swapLog');
    const shown = log.findIndex(({ type, variant }) => type === 'phase' && variant === 'b');
    const drawn = log.find(({ type, variant }) => type === 'drawn' && variant === 'b');
    const old = log.slice(log.findIndex(({ type }) => type === 'swapped'))
      .filter(({ type, variant }) => type === 'tick' && variant === 'a');
    assert.ok(drawn.frame - log[shown].frame <= MOST_FRAMES, JSON.stringify(log));
    assert.ok(old.length <= MOST_OLD_TICKS, JSON.stringify(log));

    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.getElementById('place').textContent.includes('4 connections'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('9');
    await page.waitForFunction(() => document.getElementById('place').textContent.includes('2 connections'));
    assert.equal((await page.textContent('#variant')).trim(), 'b', 'A key without a variant changes nothing.');

    assert.match(await page.textContent('#progress'), /shown, not measured/i);
    assert.match(await page.textContent('#phase'), /shown, not measured/i);
    assert.doesNotMatch(await page.textContent('#page'), /×|ratio|valid/, 'There are no ratios and no verdicts.');
    assert.deepEqual(await accessibilityFaults(page), []);
  } finally {
    await tool.close();
  }
});

/** Starts a program that is asked to kill and start a service, and keeps what it was asked. */
async function startOtherProgram() {
  const asked = [];
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(await buffer(request)).running);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

test('Stage_ServiceKilled_IsRedUntilItIsStartedAgain', { timeout: TIME_LIMIT }, async () => {
  const other = await startOtherProgram();
  const tool = new LoadTool('stage', '-u', shared.target.address, '--vary', 'strategy=a,b,c', '-c', '2', '--kill',
    `back-end=${other.address}`);
  const page = await shared.browser.newPage({ viewport: { width: 1280, height: 720 } });
  try {
    page.setDefaultTimeout(TIME_LIMIT);
    await page.goto(await tool.address(/stage .*\n/));
    await page.waitForFunction(() => document.querySelector('#throughput .scene path.data'));
    assert.equal(await page.getAttribute('#state', 'class'), '');

    await page.keyboard.press('k');
    await page.waitForFunction(() => document.getElementById('state').className === 'bad');
    assert.match(await page.textContent('#state'), /back-end does not answer/);
    assert.match(await page.textContent('#latency'), /back-end killed/);
    assert.match(await page.textContent('#control'), /K Start back-end/);
    assert.deepEqual(await accessibilityFaults(page), []);

    await page.keyboard.press('k');
    await page.waitForFunction(() => document.getElementById('state').className === '');
    assert.match(await page.textContent('#control'), /K Kill back-end/);
    assert.match(await page.textContent('#latency'), /back-end started/);
    assert.deepEqual(other.asked, [false, true]);
    assert.match(await page.textContent('#phase'), /shown, not measured/i);
  } finally {
    await page.close();
    await tool.close();
    other.close();
  }
});

test('Stage_Proof_ShowsIntervalsAndTheFindingAndGoesBack', { timeout: TIME_LIMIT }, async () => {
  const tool = new LoadTool('stage', '-u', shared.target.address, '--vary', 'strategy=a,b,c', '-c', '2',
    '--rounds', '4', '--slice', '200ms', '--warmup', '200ms', '--slice-warmup', '0s');
  const page = await shared.browser.newPage({ viewport: { width: 1280, height: 720 } });
  try {
    page.setDefaultTimeout(TIME_LIMIT);
    await page.goto(await tool.address(/stage .*\n/));
    await page.waitForFunction(() => document.querySelector('#throughput .scene path.data'));
    await page.keyboard.press('v');
    await page.waitForFunction(() => /Show another variant first/.test(document.getElementById('control').textContent));

    await page.keyboard.press('3');
    await page.waitForFunction(() => document.getElementById('variant').textContent.trim() === 'c');
    await page.keyboard.press('v');
    await page.waitForFunction(() => /round [2-4] of 4/.test(document.getElementById('place').textContent));
    const interval = () => document.querySelector('#standings [data-key="c"] [title*="interval"]')?.title;
    await page.waitForFunction(interval);
    assert.match(await page.evaluate(interval), /interval [\d.]+ to [\d.]+/);
    assert.equal(await page.locator('#standings .row').count(), 2);
    assert.doesNotMatch(await page.textContent('#page'), /shown, not measured/);

    await page.waitForFunction(() => document.getElementById('place').textContent === 'finished');
    assert.match(await page.textContent('#control'), /V Back to the stage/);
    assert.equal(await page.isVisible('#rps'), false);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(tool.result().variants.length, 2);

    await page.keyboard.press('v');
    await page.waitForFunction(() => document.querySelector('#throughput .scene[data-variant="c"] path.data'));
    assert.match(await page.textContent('#phase'), /shown, not measured/i);
    assert.match(await page.textContent('#place'), /2 connections/);
    assert.equal(await page.locator('#standings .row').count(), 3);
  } finally {
    await page.close();
    await tool.close();
  }
});

/** Opens the live page with given events, and waits until its header shows a text. */
async function onLivePage(hello, events, text, check) {
  const server = await startEventServer(hello, events);
  const page = await shared.browser.newPage();
  try {
    page.setDefaultTimeout(TIME_LIMIT);
    await page.goto(`${server.address}#token=t`);
    await page.waitForFunction(shown => document.getElementById('place').textContent.includes(shown), text);
    await check(page);
  } finally {
    await page.close();
    await server.close();
  }
}

const stageHello = createHello(real.compare, { kind: 'stage', control: true, duration_s: null });
const stagePhase = {
  t: 0, kind: 'measure', round: 1, slot: 1, variant: real.compare.variants[0].name, again: false,
  part: '2 connections', duration_s: null, connections: 2,
};
const stageEvents = [{ type: 'phase', data: stagePhase }];

test('Stage_ArrowUpTwiceBeforeAnAnswer_DoublesTheConnectionsTwice', { timeout: TIME_LIMIT }, async () => {
  await onLivePage(stageHello, stageEvents, '2 connections', async page => {
    const requested = [];
    const lastRequest = new Promise(done => {
      page.on('request', request => {
        if (!request.url().endsWith('/api/stage/connections')) return;
        requested.push(request.postDataJSON().connections);
        if (requested.length === 2) done();
      });
    });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await lastRequest;
    assert.deepEqual(requested, [4, 8]);
  });
});

/** Whether the page keeps the browser from doing what it does with a key. */
const takesKey = (page, key) => page.evaluate(pressed => !document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })), key);

test('LivePage_ArrowKeys_AreTakenFromTheBrowserOnTheStageOnly', { timeout: TIME_LIMIT }, async () => {
  await onLivePage(stageHello, stageEvents, '2 connections', async page => {
    for (const key of ['ArrowUp', 'ArrowDown']) assert.equal(await takesKey(page, key), true, key);
  });
  await onLivePage(createHello(real.compare), createEvents(real.compare), 'finished', async page => {
    for (const key of ['ArrowUp', 'ArrowDown']) assert.equal(await takesKey(page, key), false, key);
    assert.equal(await takesKey(page, 't'), true);
  });
});
