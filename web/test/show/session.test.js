// Uses the live page and the stage as a presenter does, with a load tool that really measures.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { SHOW } from '../../build/files.js';
import { formatNumber, formatRatio } from '../../shared/format.js';
import { accessibilityFaults, textOf, useBrowser } from '../browser.js';
import { Player, parseRecording } from '../../live/recording.js';
import { applyLine, resetState, state } from '../../live/state.js';
import { LoadTool, readEvents, useTarget } from './load-tool.js';

const shared = useBrowser();
const load = useTarget();

const createTool = (command, options, showOptions) => new LoadTool(
  [command, '-u', load.target.address, '--vary', 'strategy=a,b,c', '-c', '2', ...options], showOptions);

const waitForText = (page, id, pattern) => page.waitForFunction(([elementId, source]) =>
  new RegExp(source).test(document.getElementById(elementId)?.textContent), [id, pattern.source]);
const withoutSpaces = text => text.replace(/\s/g, '');

test('LivePage_RealComparison_IsFollowedStoppedAndRecorded', async () => {
  const tool = createTool('compare', ['--rounds', '50', '--turn', '300ms', '--warmup', '300ms',
    '--lead', '100ms']);
  try {
    const address = await tool.address();
    const reading = readEvents(address, 'end');
    tool.measure();
    const page = await shared.newPage();
    const faults = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', error => faults.push(String(error)));
    await page.goto(address);
    await waitForText(page, 'place', /round [2-9]\d? of 50/);
    assert.equal(await page.locator('#standings .row').count(), 3);

    const time = await page.evaluate(() => Number(document.documentElement.dataset.time));
    await page.reload();
    // The page shows the throughput from before the reload.
    await page.waitForFunction(before => Number(document.documentElement.dataset.time) >= before
      && document.querySelectorAll('#throughput [data-v] path').length >= 6, time);

    tool.interrupt();
    await waitForText(page, 'phase', /cut short, results kept|INVALID/);
    assert.match(await textOf(page, '#state'), /CUT SHORT|INVALID/);
    const events = await reading;
    await assertShowsTheEnd(page, events);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);

    const [report] = await Promise.all([page.context().waitForEvent('page'), page.click('#summary a')]);
    await report.waitForLoadState();
    assert.match(await report.title(), new RegExp(tool.result().id));
    await report.close();

    await page.close();
    await tool.exited;
    assertShowsTheSame(events, readFileSync(tool.events, 'utf8'));
    const played = tool.path('run.play.html');
    execFileSync('dotnet', [SHOW, tool.events, '--html', played]);
    assertShowsTheSame(events, /<script[^>]*id="recording"[^>]*>([^<]*)</.exec(readFileSync(played, 'utf8'))[1]);
  } finally {
    await tool.close();
  }
});

/** Checks that the figures on the page are those of the last events from the load tool. */
async function assertShowsTheEnd(page, events) {
  const { standings: rows } = events.findLast(({ standings }) => standings);
  const { baseline } = events.findLast(({ plan }) => plan).plan;
  const shown = await page.locator('#standings .row').evaluateAll(lines => lines
    .map(line => [line.dataset.key, ...[...line.querySelectorAll('.cell')].map(cell => cell.textContent)]));
  const marks = { faster: '▲', slower: '▼', same: '=', 'cannot tell': '?', withheld: '–' };
  assert.deepEqual(shown.map(([name]) => name).sort(), rows.map(({ variant }) => variant).sort());
  for (const { variant, rate, ratio, verdict } of rows) {
    const [, rps, ratioText, mark] = shown.find(([name]) => name === variant);
    const expected = variant === baseline ? ['base', '●'] : [`×${formatRatio(ratio)}`, marks[verdict]];
    assert.deepEqual([rps, ratioText, mark], [formatNumber(rate), ...expected]);
  }
  const { headline } = events.at(-1).end;
  const sentence = headline.map(({ text }) => text).join('');
  assert.equal(withoutSpaces(await textOf(page, '#variant')), withoutSpaces(sentence));
}

/** Checks that a recording shows the run as the live page did. */
function assertShowsTheSame(events, recording) {
  resetState();
  for (const line of events) applyLine(line);
  const live = structuredClone(state);
  assert.ok(live.ticks.length > 0);
  resetState();
  const player = new Player(parseRecording(recording), resetState, applyLine);
  player.seek(player.duration);
  assert.deepEqual(structuredClone(state), live);
}

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

test('Stage_KeysPressed_SwapKillProveAndCtrlCEndsIt', async () => {
  const other = await startOtherProgram();
  const options = ['--steer', '--rounds', '4', '--turn', '200ms', '--warmup', '200ms', '--lead', '0s'];
  const tool = createTool('run', options, ['--kill', `back-end=${other.address}`]);
  try {
    const page = await shared.newPage();
    await page.goto(await tool.address());
    const isDrawn = variant => page.waitForFunction(
      name => document.querySelector(`#throughput .scene[data-variant="${name}"] path.data`), variant);
    await isDrawn('a');
    await page.keyboard.press('v');
    await waitForText(page, 'control', /Show another variant first/);
    await page.keyboard.press('3');
    await isDrawn('c');
    assert.equal(await textOf(page, '#variant'), 'c');
    await page.keyboard.press('ArrowUp');
    await waitForText(page, 'place', /4 connections/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('9');
    await waitForText(page, 'place', /2 connections/);
    assert.equal(await textOf(page, '#variant'), 'c', 'A key without a variant changes nothing.');
    assert.equal((await page.textContent('#page')).match(/shown, not measured/gi).length, 1);
    assert.doesNotMatch(await page.textContent('#page'), /×|ratio|valid/, 'There are no ratios and no verdicts.');

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

    await page.keyboard.press('v');
    await waitForText(page, 'phase', /finished/);
    assert.match(await page.locator('#standings [data-key="c"] [title*="interval"]').getAttribute('title'),
      /interval [\d.]+ to [\d.]+/);
    assert.equal(await page.locator('#standings .row').count(), 2);
    assert.doesNotMatch(await page.textContent('#page'), /shown, not measured/);
    assert.match(await page.textContent('#control'), /V Back to the stage/);
    assert.equal(await page.isVisible('#rps'), false);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(tool.result().variants.length, 2);

    await page.keyboard.press('v');
    await isDrawn('c');
    assert.match(await page.textContent('#progress'), /shown, not measured/i);
    assert.equal(await page.locator('#standings .row').count(), 3);
    await page.locator('#throughput .ghost[data-variant="a"]').waitFor({ state: 'attached' });
    assert.match(await textOf(page, '#standings [data-key="a"] .rps'), /^\d/, 'The stage remembers what it has shown.');

    tool.interrupt();
    assert.equal(await tool.exited, 0, tool.output);
    await waitForText(page, 'phase', /the show is over/);
    assert.match(await textOf(page, '#variant'), /The comparisons are in the result files/);
  } finally {
    await tool.close();
    other.close();
  }
});
