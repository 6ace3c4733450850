// Tests that use the live page as a presenter does, with a load tool that really measures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { formatNumber, formatRatio } from '../../shared/format.js';
import { accessibilityFaults } from '../support/browser.js';
import { LoadTool, readEvents, useBrowserAndTarget } from './load-tool.js';
import { startProxy } from './test-servers.js';

const SIZE = { viewport: { width: 1280, height: 720 } };

/** The longest time of a step, in milliseconds. A test may take a few times as long. */
const TIME_LIMIT = 90_000;

/** A round takes five seconds, and the page reports a lost connection after ten. The run must outlast that. */
const ROUNDS = 7;

const shared = useBrowserAndTarget();

const startComparison = (...options) => new LoadTool('compare', '-u', shared.target.address, '--vary', 'strategy=a,b,c',
  '-c', '2', '--warmup', '300ms', '--slice-warmup', '200ms', ...options);

async function openPage(address) {
  const page = await shared.browser.newPage(SIZE);
  page.setDefaultTimeout(TIME_LIMIT);
  page.faults = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && page.faults.push(message.text()));
  page.on('pageerror', error => page.faults.push(String(error)));
  page.on('request', request => {
    const isOwn = request.url().startsWith('data:') || new URL(request.url()).host === new URL(address).host;
    if (!isOwn) page.faults.push(request.url());
  });
  await page.goto(address);
  return page;
}

const textOf = (page, id) => page.textContent(`#${id}`).then(text => text.replace(/\s+/g, ' ').trim());
const waitForText = (page, id, pattern) => page.waitForFunction(([elementId, source]) =>
  new RegExp(source).test(document.getElementById(elementId)?.textContent), [id, pattern.source]);
const countTrials = page => page.getAttribute('#progress svg', 'aria-label').then(label => parseInt(label, 10));
const withoutSpaces = text => text.replace(/\s/g, '');

test('LivePage_ReloadAndInterruption_ShowsTheWholeRunAndItsReport', { timeout: 4 * TIME_LIMIT }, async () => {
  const before = shared.target.countRequests();
  const tool = startComparison('--rounds', `${ROUNDS}`, '--slice', '1s');
  const toolAddress = await tool.address();
  const proxy = await startProxy(toolAddress);
  try {
    // The load tool has sent one request to each variant to check that it answers. It measures only after a live page
    // has connected.
    assert.equal(shared.target.countRequests() - before, 3);
    const page = await openPage(proxy.address);
    await waitForText(page, 'place', new RegExp(`round [2-9] of ${ROUNDS}`));
    const finished = await countTrials(page);

    await page.reload();
    await waitForText(page, 'place', new RegExp(`round \\d of ${ROUNDS}`));
    await waitForText(page, 'rps', /\d/);
    assert.ok(await countTrials(page) >= finished, 'The page must show the trials from before the reload.');
    const lines = await page.locator('#throughput [data-v] path').count();
    assert.ok(lines >= 6, 'The page must show the throughput from before the reload.');
    assert.deepEqual(page.faults, []);

    await proxy.interrupt();
    await waitForText(page, 'state', /CONNECTION LOST/);
    const received = await countTrials(page);
    await proxy.resume();
    await page.waitForFunction(() => !document.documentElement.classList.contains('lost'));
    assert.match(await textOf(page, 'state'), /^$|valid|INVALID/i);
    assert.ok(await countTrials(page) > received, 'The page must show the trials that it missed.');

    await waitForText(page, 'phase', /finished|cut/);
    await assertShowsTheEnd(page, toolAddress);
    await page.reload();
    await waitForText(page, 'phase', /finished/);
    await assertShowsTheEnd(page, toolAddress);
    assert.deepEqual(await accessibilityFaults(page), []);

    const [report] = await Promise.all([page.context().waitForEvent('page'), page.click('#summary a')]);
    await report.waitForLoadState();
    assert.match(await report.title(), new RegExp(tool.result().id));
    await report.close();

    // The load tool exits when the last page is closed.
    await page.close();
    assert.ok([0, 3].includes(await tool.exited), tool.output);
  } finally {
    await proxy.close();
    await tool.close();
  }
});

/** Checks that the figures on the page are those of the last events from the load tool. */
async function assertShowsTheEnd(page, address) {
  const events = await readEvents(address, 'end');
  const { rows } = events.findLast(({ type }) => type === 'standing').data;
  const shown = await page.locator('#standings .row').evaluateAll(lines => lines
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map(line => [line.dataset.key, ...[...line.querySelectorAll('.cell')].map(cell => cell.textContent)]));
  const marks = { baseline: '●', faster: '▲', slower: '▼', same: '=', 'cannot tell': '?', withheld: '–' };
  assert.deepEqual(shown.map(([name]) => name).sort(), rows.map(({ variant }) => variant).sort());
  for (const { variant, median, ratio, verdict } of rows) {
    const [, rps, ratioText, mark] = shown.find(([name]) => name === variant);
    const expectedRatio = verdict === 'baseline' ? 'base' : `×${formatRatio(ratio)}`;
    assert.deepEqual([rps, ratioText, mark], [formatNumber(median), expectedRatio, marks[verdict]]);
  }
  const { words: { headline } } = events.findLast(({ type }) => type === 'end').data;
  const sentence = headline.map(({ text }) => text).join('');
  assert.equal(withoutSpaces(await textOf(page, 'variant')), withoutSpaces(sentence));
  assert.equal(await page.isVisible('#rps'), false);
  assert.equal(await countTrials(page), events.filter(({ type }) => type === 'slice').length);
}

test('LivePage_AnnotateAndStop_KeepsTheNoteAndTheResults', { timeout: 3 * TIME_LIMIT }, async () => {
  const tool = startComparison('--rounds', '50', '--slice', '300ms', '--control');
  try {
    const page = await openPage(await tool.address());
    await waitForText(page, 'place', /round [2-9] of 50/);
    await page.keyboard.press('a');
    await page.keyboard.type('cold <b>cache</b>');
    await page.keyboard.press('Enter');
    await waitForText(page, 'latency', /cold <b>cache<\/b>/);

    await page.keyboard.press('s');
    await page.click('#confirm');
    await waitForText(page, 'phase', /cut short, results kept|INVALID/);

    assert.match(await textOf(page, 'state'), /CUT SHORT|INVALID/);
    assert.deepEqual(page.faults, []);
    await page.close();
    await tool.exited;
    const { marks, validity } = tool.result();
    assert.deepEqual(marks.map(({ text }) => text), ['cold <b>cache</b>']);
    assert.notEqual(validity.state, 'valid');
  } finally {
    await tool.close();
  }
});

test('LivePage_Keys_FreezeHighlightAndChangeTheTheme', { timeout: 3 * TIME_LIMIT }, async () => {
  const tool = startComparison('--rounds', '50', '--slice', '300ms');
  try {
    const page = await openPage(await tool.address());
    await waitForText(page, 'place', /round [2-9] of 50/);

    await page.keyboard.press(' ');
    const frozen = await page.innerHTML('#throughput');
    const finished = await countTrials(page);
    await waitForTrials(page, 3);
    assert.equal(await page.innerHTML('#throughput'), frozen);
    await page.keyboard.press(' ');
    await page.waitForFunction(before =>
      parseInt(document.querySelector('#progress svg').getAttribute('aria-label'), 10) > before, finished);

    const waitForDimmedRows = count => page.waitForFunction(expected => {
      const opacities = [...document.querySelectorAll('#standings .row')].map(row => getComputedStyle(row).opacity);
      const isSettled = opacities.every(opacity => opacity < 0.5 || opacity === '1');
      return isSettled && opacities.filter(opacity => opacity < 0.5).length === expected;
    }, count);
    await page.keyboard.press('1');
    await waitForDimmedRows(2);
    await page.keyboard.press('Escape');
    await waitForDimmedRows(0);
    await page.keyboard.press('t');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');

    assert.equal(await countChangesWhileHidden(page), 0);
    assert.equal(await page.locator('#control button').count(), 0, 'Without --control there must be no controls.');
    await page.close();
  } finally {
    await tool.close();
  }
});

const countChangesWhileHidden = page => page.evaluate(async () => {
  Object.defineProperty(document, 'hidden', { value: true });
  await new Promise(requestAnimationFrame);
  let count = 0;
  const observer = new MutationObserver(changes => { count += changes.length; });
  const observed = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document.getElementById('page'), observed);
  await new Promise(done => { setTimeout(done, 1500); });
  return count;
});

/** Waits until the load tool has finished a number of further trials. */
async function waitForTrials(page, count) {
  const countFinished = async () =>
    (await readEvents(page.url(), 'tick')).filter(({ type }) => type === 'slice').length;
  const first = await countFinished();
  while (await countFinished() < first + count) await delay(100);
}
