// The live page as a presenter has it: with the tool itself behind it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { accessibility, open } from '../support/browser.js';
import { figure, ratio } from '../../shared/format.js';
import { between } from './test-servers.js';
import { Tool, tier, toldBy } from './load-tool.js';

const SIZE = { viewport: { width: 1280, height: 720 } };
const DISCONNECTION = 20_000;
const LIMIT = 90_000;

let browser;
let target;
before(async () => { [browser, target] = await Promise.all([open(), tier()]); });
after(async () => {
  await browser?.close();
  target?.close();
});

const compare = (...more) => new Tool('compare', '-u', target.address, '--vary', 'strategy=a,b,c', '-c', '2', '--warmup', '300ms',
  '--slice-warmup', '200ms', ...more);

async function pageAt(address) {
  const page = await browser.newPage(SIZE);
  page.setDefaultTimeout(LIMIT);
  page.faults = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && page.faults.push(message.text()));
  page.on('pageerror', error => page.faults.push(String(error)));
  page.on('request', request => new URL(request.url()).host !== new URL(address).host && !request.url().startsWith('data:') && page.faults.push(request.url()));
  await page.goto(address);
  return page;
}

const textOf = (page, id) => page.textContent(`#${id}`).then(text => text.replace(/\s+/g, ' ').trim());
const until = (page, id, pattern) => page.waitForFunction(([of, source]) =>
  new RegExp(source).test(document.getElementById(of)?.textContent), [id, pattern.source]);
const slicesDone = page => page.getAttribute('#tape svg', 'aria-label').then(label => parseInt(label, 10));
const plain = text => text.replace(/\s/g, '');

test('Live_FromBeforeTheFirstPhaseToTheReport_SurvivesAReloadAndADisconnection', { timeout: 4 * LIMIT }, async () => {
  const before = target.counted();
  const tool = compare('--rounds', '9', '--slice', '1s');
  const own = await tool.address();
  const proxy = await between(own);
  try {
    // Each variant has been asked whether it answers; nothing is measured before somebody looks on.
    assert.equal(target.counted() - before, 3);
    const page = await pageAt(proxy.address);
    await until(page, 'place', /round [2-9] of 9/);
    const done = await slicesDone(page);

    await page.reload();
    await until(page, 'place', /round \d of 9/);
    await until(page, 'rps', /\d/);
    assert.ok(await slicesDone(page) >= done, 'slices of before the reload are there');
    assert.equal(await page.locator('#race [data-v] path').count() >= 6, true, 'lines of before the reload are there');
    assert.deepEqual(page.faults, []);

    await proxy.cut();
    await Promise.all([until(page, 'state', /CONNECTION LOST/), pause(DISCONNECTION)]);
    const missing = await slicesDone(page);
    await proxy.mend();
    await page.waitForFunction(() => !document.documentElement.classList.contains('lost'));
    assert.match(await textOf(page, 'state'), /^$|valid|INVALID/i);
    assert.ok(await slicesDone(page) > missing, 'what was missed is there');

    await until(page, 'phase', /finished|cut/);
    await showsTheEnd(page, own);
    await page.reload();
    await until(page, 'phase', /finished/);
    await showsTheEnd(page, own);
    assert.deepEqual(await accessibility(page), []);

    const [report] = await Promise.all([page.context().waitForEvent('page'), page.click('#sum a')]);
    await report.waitForLoadState();
    assert.match(await report.title(), new RegExp(tool.result().id));
    await report.close();

    // Nobody looks any more: the tool need not stay.
    await page.close();
    assert.ok([0, 3].includes(await tool.ended), tool.output);
  } finally {
    await proxy.close();
    await tool.close();
  }
});

/** The page's figures are the events'. */
async function showsTheEnd(page, address) {
  const told = await toldBy(address, 'end');
  const { rows } = told.findLast(({ type }) => type === 'standing').data;
  const shown = await page.locator('#board .row').evaluateAll(lines => lines
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map(line => [line.dataset.key, ...[...line.querySelectorAll('.cell')].map(cell => cell.textContent)]));
  const marks = { baseline: '●', faster: '▲', slower: '▼', 'no difference': '=', withheld: '?' };
  assert.deepEqual(shown.map(([name]) => name).sort(), rows.map(({ variant }) => variant).sort());
  for (const { variant, median, ratio: to, verdict } of rows) {
    const [, rps, times, mark] = shown.find(([name]) => name === variant);
    assert.deepEqual([rps, times, mark], [figure(median), verdict === 'baseline' ? 'base' : `×${ratio(to)}`, marks[verdict]]);
  }
  assert.equal(plain(await textOf(page, 'who')), rows[0].variant);
  assert.equal(plain(await textOf(page, 'rps')), plain(figure(rows[0].median)));
  assert.equal(await slicesDone(page), told.filter(({ type }) => type === 'slice').length);
}

test('Live_WithControl_KeepsANoteAndStops', { timeout: 3 * LIMIT }, async () => {
  const tool = compare('--rounds', '50', '--slice', '300ms', '--control');
  try {
    const page = await pageAt(await tool.address());
    await until(page, 'place', /round [2-9] of 50/);
    await page.keyboard.press('a');
    await page.keyboard.type('cold <b>cache</b>');
    await page.keyboard.press('Enter');
    await until(page, 'latency', /cold <b>cache<\/b>/);

    await page.keyboard.press('s');
    await page.click('#yes');
    await until(page, 'phase', /cut short, kept/);

    assert.match(await textOf(page, 'state'), /CUT SHORT|INVALID/);
    assert.deepEqual(page.faults, []);
    await page.close();
    await tool.ended;
    const { marks, validity } = tool.result();
    assert.deepEqual(marks.map(({ text }) => text), ['cold <b>cache</b>']);
    assert.notEqual(validity.state, 'valid');
  } finally {
    await tool.close();
  }
});

test('Live_Keys_FreezeFocusAndTheme', { timeout: 3 * LIMIT }, async () => {
  const tool = compare('--rounds', '50', '--slice', '300ms');
  try {
    const page = await pageAt(await tool.address());
    await until(page, 'place', /round [2-9] of 50/);

    await page.keyboard.press(' ');
    const frozen = await page.innerHTML('#race');
    const done = await slicesDone(page);
    await toldSlices(page, 3);
    assert.equal(await page.innerHTML('#race'), frozen);
    await page.keyboard.press(' ');
    await page.waitForFunction(before => parseInt(document.querySelector('#tape svg').getAttribute('aria-label'), 10) > before, done);

    await page.keyboard.press('1');
    await page.waitForFunction(() => [...document.querySelectorAll('#board .row')].filter(row => getComputedStyle(row).opacity < 0.5).length === 2);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => [...document.querySelectorAll('#board .row')].every(row => getComputedStyle(row).opacity === '1'));
    await page.keyboard.press('t');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');

    // As in a tab that is not shown.
    const changes = await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { value: true });
      await new Promise(requestAnimationFrame);
      let count = 0;
      const observer = new MutationObserver(seen => { count += seen.length; });
      observer.observe(document.getElementById('page'), { subtree: true, childList: true, characterData: true, attributes: true });
      await new Promise(done => { setTimeout(done, 1500); });
      return count;
    });
    assert.equal(changes, 0);
    assert.equal(await page.locator('#control button').count(), 0, 'without --control there is nothing to control with');
    await page.close();
  } finally {
    await tool.close();
  }
});

/** That many more, told to anybody. */
async function toldSlices(page, count) {
  const address = page.url();
  const first = (await toldBy(address, 'tick')).filter(({ type }) => type === 'slice').length;
  while ((await toldBy(address, 'tick')).filter(({ type }) => type === 'slice').length < first + count) await pause(100);
}
