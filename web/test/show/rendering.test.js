// Checks how the live page looks in every state, and its keys. Its events are created from results.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../../build/files.js';
import { blankCharts } from '../blank-charts.js';
import {
  TYPICAL_VIEWS, VIEWS, accessibilityFaults, textOf, useBrowser, waitTwoFrames,
} from '../browser.js';
import { real, repetitions, states } from '../results.js';
import { screenFaults } from '../screens.js';
import { unreadableText } from '../unreadable-text.js';
import { createControls, createEvents, createLoad, createPlan, createTurn, headlineOf } from './result-events.js';
import { startEventServer } from './event-server.js';

const PAGE = readFileSync(new URL('../../../show/dist/live.html', import.meta.url), 'utf8');

const shared = useBrowser();

const isTrial = ({ sample }) => Boolean(sample);
const firstHalf = events =>
  events.slice(0, events.findLastIndex((event, i) => isTrial(event) && i < events.length * 0.6));

/** Waits until the page has received these events. */
const waitForEvents = (page, events) => page.waitForFunction(t => document.querySelector('#progress svg')
  && Number(document.documentElement.dataset.time ?? 0) >= t, Math.max(...events.map(({ t }) => t ?? 0)));

/** Opens the live page with some lines of a run, in the page that the tests share or in a new one. */
async function onLivePage(events, check, { view = VIEWS[1], open = shared.open } = {}) {
  const server = await startEventServer(events);
  try {
    const page = await open(`${server.address}?theme=${view[1]}#token=t`, view);
    if (events[0].plan.kind === 'stage') await page.locator('#place', { hasText: 'connections' }).waitFor();
    else await waitForEvents(page, events);
    await waitTwoFrames(page);
    await check(page, server);
  } finally {
    await server.close();
  }
}

/** Opens an address in a new page, which the test can change for its own purpose. */
const openNew = prepare => async address => {
  const page = await shared.newPage();
  await prepare?.(page);
  await page.goto(address);
  return page;
};

/** What the page shows of each result, in addition to having no faults. */
const contents = {
  async compare(page) {
    const headline = headlineOf(real.compare).map(({ text }) => text).join('').replace(/\s+/g, ' ');
    assert.equal(await textOf(page, '#variant'), headline);
    assert.equal(await textOf(page, '#phase'), 'finished');
    assert.equal(await page.isVisible('#rps'), false);
  },

  async invalid(page) {
    assert.equal(await textOf(page, '#variant'), 'Do not quote these figures.');
    assert.match(await textOf(page, '#summary'), /Load tool's own CPU: 1\.31 of 2 cores/);
    assert.equal(await page.isVisible('#rps'), false);
  },

  // The target is the first process, and the load tool the last.
  async crowded(page) {
    assert.equal(await textOf(page, '#state'), '✓ VALID');
    const colours = await page.locator('#cpu .data rect').evaluateAll(bars =>
      [...new Set(bars.map(bar => bar.getAttribute('fill')).filter(fill => !fill.includes('series')))]);
    assert.equal(colours[0], 'var(--target)');
    assert.equal(colours.at(-1), 'var(--load-tool)');
    assert.equal(colours.length, 4);
    const labels = await page.locator('#cpu .data text').evaluateAll(all => all.map(text => text.firstChild.data));
    assert.deepEqual(labels.sort(), ['back-end', 'database', 'load tool', 'target']);
  },
};

const { compare, bursts, closed } = real;
const { failures, 'invalid-run': invalidRun, 'merged-bursts': mergedBursts, ...comparisons } = states;
const cases = Object.entries({ ...comparisons, compare, bursts, closed });

/** They only have a result of less: their pages have the elements of that of the comparison. */
const shownByOthers = ['busy', 'cut-short', 'no-metrics'];

for (const [i, [name, result]] of cases.entries()) {
  if (shownByOthers.includes(name)) continue;
  for (const view of name === 'compare' ? TYPICAL_VIEWS : [VIEWS[i % VIEWS.length]]) {
    const isKnown = repetitions.includes(name);
    test(`LivePage_${name}In${view.flat().join('-')}_HasNoFaultsAndItsContents`, () =>
      onLivePage([createPlan(result), createControls(), ...createEvents(result)], async (page, server) => {
        await contents[name]?.(page);
        assert.deepEqual(await pageFaults(page, server, !isKnown), []);
      }, { view }));
  }
}

test('LivePage_UnfinishedComparison_HasNoFaults', () =>
  onLivePage([createPlan(compare), createControls(), ...firstHalf(createEvents(compare))], async (page, server) =>
    assert.deepEqual(await pageFaults(page, server), [])));

const pageFaults = async (page, server, checksAccessibility = true) => [
  ...shared.faults.filter(fault => !fault.startsWith(`request to ${server.address}`)), ...await blankCharts(page),
  ...await unreadableText(page), ...checksAccessibility ? await accessibilityFaults(page) : [],
  ...await screenFaults(page, ([width, height]) => Math.min(height / 46, width / 81)),
];

/** The lines of a comparison up to one of the load, which is changed. */
function eventsUpToLoad(change) {
  const events = [createPlan(compare), ...firstHalf(createEvents(compare))];
  const last = events.findLastIndex(({ load }) => load);
  const { t, load } = events[last];
  return [
    ...events.slice(0, last), { t, validity: { state: 'valid', checks: [] } }, { t, load: { ...load, ...change } },
  ];
}

test('LivePage_ErrorsAboveTheLimit_TurnsRedWithTheTick', () =>
  onLivePage(eventsUpToLoad({}), async (page, server) => {
    assert.equal(await textOf(page, '#state'), '✓ VALID so far');
    assert.equal(await page.getAttribute('#state', 'class'), '');
    server.send(eventsUpToLoad({ rps: 0, errors: 814, failures: { 502: 814 }, down: ['back-end'] }).at(-1));
    await page.locator('#state.bad').waitFor();
    assert.equal(await textOf(page, '#state'), '502 × 814: back-end does not answer');
    assert.match(await textOf(page, '#latency'), /back-end gone/);
    assert.match(await page.locator('#cpu .down').textContent(), /back-end ?gone/);
  }));

test('LivePage_OtherProgramsUsedMuch_SaysBusyAtTheEnd', () =>
  onLivePage(eventsUpToLoad({}), async (page, server) => {
    server.send({ t: 901, end: { state: 'busy', path: null, headline: [{ text: 'Too busy.', kind: null }] } });
    await page.locator('#state.note', { hasText: /^! BUSY$/ }).waitFor();
    assert.equal(await textOf(page, '#phase'), 'finished, BUSY');
  }));

test('LivePage_FirstRound_HasNoRankAndNoBarsUntilAllAreMeasured', () => {
  const names = compare.variants.map(({ name }) => name);
  const standingsOf = count => ({ t: 9, standings: names.map((variant, i) =>
    ({ variant, rounds: i < count ? 1 : 0, rate: i < count ? 10 + i : 0, ratio: null, lo: null, hi: null }))
    .sort((one, other) => other.rate - one.rate) });
  const rowsOf = page => page.locator('#standings .row').evaluateAll(rows => rows
    .sort((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y)
    .map(row => [row.dataset.key, row.querySelector('.rps').textContent, row.querySelector('i').style.width]));
  return onLivePage([createPlan(compare), standingsOf(2)], async (page, server) => {
    assert.deepEqual(await rowsOf(page), names.map((name, i) => [name, ['10.0', '11.0'][i] ?? '–', '0%']));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    server.send(standingsOf(names.length));
    await page.locator(`#standings [data-key="${names.at(-1)}"] i[style*="100%"]`).waitFor({ state: 'attached' });
    await page.waitForFunction(last => [...document.querySelectorAll('#standings .row')].every(row =>
      row.dataset.key === last || row.getBoundingClientRect().y >
        document.querySelector(`#standings [data-key="${last}"]`).getBoundingClientRect().y), names.at(-1));
  });
});

test('LivePage_SingleRun_FillsTheProgressBarWithItsTime', async () => {
  const events = [createPlan(closed), ...createEvents(closed)];
  const ticks = events.filter(({ load }) => load);
  const until = ticks[Math.floor(ticks.length / 4)];
  await onLivePage(events.slice(0, events.indexOf(until) + 1), async page => {
    const [whole, done] = await page.locator('#progress rect').evaluateAll(bars =>
      bars.map(bar => bar.getBoundingClientRect().width));
    assert.ok(Math.abs(done / whole - until.t / closed.duration_s) < 0.01, `${done} of ${whole}`);
  });
});

test('LivePage_FirstWarmUp_ShowsTheRateThatIsNotCounted', async () => {
  const [{ name }] = compare.variants;
  const loads = [200, 400, 900].map((rps, i) => createLoad((i + 1) / 4, name, rps));
  const turn = createTurn(0, name, { round: 0, is_measured: false });
  await onLivePage([createPlan(compare), turn, ...loads], async page => {
    assert.equal(await textOf(page, '#phase'), 'warming up, not counted');
    assert.equal(await textOf(page, '#rps'), '500');
    assert.equal(await page.locator('#throughput path.data').count(), 1);
    assert.match(await textOf(page, '#throughput'), /warming up, not counted/);
  });
});

test('LivePage_SilenceOfTheLoadTool_SaysSoUntilItHasAllMissedTrials', async () => {
  const events = [createPlan(compare), ...createEvents(compare)];
  const half = firstHalf(events);
  await onLivePage(half, async (page, server) => {
    await server.interrupt();
    await page.locator('#state', { hasText: 'reconnecting' }).waitFor();
    await page.clock.fastForward('00:11');
    await page.locator('#state', { hasText: 'CONNECTION LOST' }).waitFor();
    server.send(...events.slice(half.length));
    await server.resume();
    await waitForEvents(page, events);
    assert.equal(await page.locator('html.lost').count(), 0);
    assert.equal(await textOf(page, '#phase'), 'finished');
  }, { open: openNew(page => page.clock.install()) });
});

test('LivePage_Keys_FreezeHighlightAndChangeTheTheme', async () => {
  const events = [createPlan(compare), ...createEvents(compare)];
  const half = firstHalf(events);
  const rest = events.slice(half.length);
  const [, second, third] = rest.filter(isTrial);
  const standings = events.find(line => line.standings);
  await onLivePage([...half, standings], async (page, server) => {
    await page.keyboard.press(' ');
    const frozen = await page.innerHTML('#throughput');
    server.send(...rest.slice(0, rest.indexOf(second) + 1));
    await waitForEvents(page, [second]);
    await waitTwoFrames(page);
    assert.ok(await page.innerHTML('#throughput') === frozen, 'A frozen page must not draw.');
    await page.keyboard.press(' ');
    await page.waitForFunction(before => document.getElementById('throughput').innerHTML !== before, frozen);

    const waitForDimmedRows = count => page.waitForFunction(expected => {
      const opacities = [...document.querySelectorAll('#standings .row')].map(row => getComputedStyle(row).opacity);
      const isSettled = opacities.every(opacity => opacity < 0.5 || opacity === '1');
      return isSettled && opacities.filter(opacity => opacity < 0.5).length === expected;
    }, count);
    await page.keyboard.press('1');
    await waitForDimmedRows(compare.variants.length - 1);
    await page.keyboard.press('Escape');
    await waitForDimmedRows(0);
    await page.keyboard.press('t');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
    assert.equal(await page.locator('#control button').count(), 0, 'Without a token there must be no controls.');

    await waitTwoFrames(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      window.changes = window.drawings = 0;
      const observed = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(all => { window.changes += all.length; }).observe(document.getElementById('page'), observed);
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = draw => requestAnimationFrame(time => {
        draw(time);
        window.drawings++;
      });
    });
    server.send(...rest.slice(rest.indexOf(second) + 1, rest.indexOf(third) + 1));
    await page.waitForFunction(() => window.drawings > 0);
    assert.equal(await page.evaluate('changes'), 0, 'A hidden page must not draw.');
  }, { open: openNew() });
});

const stagePlan = createPlan(compare, { kind: 'stage', duration_s: 0 });
const stageEvents = [
  stagePlan, createControls(), createTurn(0, compare.variants[0].name, { connections: 2 }),
];

test('Stage_ArrowUpTwiceBeforeAnAnswer_DoublesTheConnectionsTwice', () =>
  onLivePage(stageEvents, async page => {
    const isRequest = request => request.url().endsWith('/api/stage/connections');
    const requested = [];
    page.on('request', request => isRequest(request) && requested.push(request.postDataJSON().connections));
    const second = page.waitForRequest(request => isRequest(request) && requested.length === 2);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await second;
    assert.deepEqual(requested, [4, 8]);
  }, { open: openNew() }));

for (const view of VIEWS.slice(1, 3)) {
  test(`Stage_AfterASwapIn${view.flat().join('-')}_HasGhostsWholeLabelsAndOneLineOfKeys`, () => {
    const [first, second, third] = compare.variants.map(({ name }) => name);
    const events = [[first, 25_000], [second, 90], [third, 12_000]].flatMap(([variant, rps], i) => [
      createTurn(10 * i, variant, { round: i + 1, connections: 2 }),
      ...[1, 2, 3].map(second => createLoad(10 * i + second, variant, rps)),
    ]);
    const controls = createControls({ service: 'back-end', state: 'running' });
    return onLivePage([stagePlan, controls, ...events], async page => {
      const ghosts = page.locator('#throughput .ghost');
      assert.deepEqual(await ghosts.evaluateAll(all => all.map(ghost => ghost.dataset.variant)), [first, second]);
      assert.match(await textOf(page, '#throughput'), /25\s000/);
      assert.deepEqual(await unreadableText(page), []);
      assert.deepEqual(await page.evaluate(() => {
        const ribbon = document.querySelector('.shown-only');
        const { height, bottom } = ribbon.getBoundingClientRect();
        return {
          isWhole: height >= parseFloat(getComputedStyle(ribbon).fontSize) * 1.2
            && bottom <= document.querySelector('header').getBoundingClientRect().bottom + 1,
          isOneLine: [...document.querySelectorAll('footer button')].every(button =>
            button.offsetHeight < 2 * parseFloat(getComputedStyle(button).fontSize)
            && button.getBoundingClientRect().right <= innerWidth),
        };
      }), { isWhole: true, isOneLine: true });
    }, { view });
  });
}

test('Stage_BackEndIsKilled_RefusesToCompareInOneLine', () => {
  const controls = createControls({ service: 'back-end', state: 'killed' });
  return onLivePage([...stageEvents, controls, createLoad(1, compare.variants[0].name, 0)], async page => {
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await page.keyboard.press('v');
    assert.match(await textOf(page, '#control'), /^back-end does not answer.* Start it first\.$/);
    assert.deepEqual(asked, []);
  }, { open: openNew() });
});

/** Whether the page keeps the browser from doing what it does with a key. */
const takesKey = (page, key) => page.evaluate(pressed => !document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })), key);

test('LivePage_ArrowKeys_AreTakenFromTheBrowserOnTheStageOnly', async () => {
  await onLivePage(stageEvents, async page => {
    for (const key of ['ArrowUp', 'ArrowDown']) assert.equal(await takesKey(page, key), true, key);
  });
  await onLivePage([createPlan(compare), ...createEvents(compare)], async page => {
    for (const key of ['ArrowUp', 'ArrowDown']) assert.equal(await takesKey(page, key), false, key);
    assert.equal(await takesKey(page, 't'), true);
  });
});

/** Writes a page that plays a comparison, as the load tool does. */
function writeReplay() {
  const path = join(createFolder(), 'comparison.play.html');
  const events = [createPlan(compare), ...createEvents(compare)];
  const text = events.map(event => JSON.stringify(event)).join('\n').replaceAll('<', '\\u003c');
  writeFileSync(path, PAGE.replace('<!--recording-->', () => text));
  return pathToFileURL(path);
}

test('Replay_SetBackWithTheKeyboard_KeepsTheSliderAndItsFocus', async () => {
  const page = await shared.open(`${writeReplay()}#from=${compare.duration_s * 2}`);
  await page.locator('#phase', { hasText: /^finished/ }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
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
  await page.locator('#phase', { hasText: /^waiting for the load tool$/ }).waitFor();
  assert.equal(await page.textContent('#variant'), '–', 'At the start there is no finding.');
});

test('Replay_LoadedAgain_GoesOnWhereItWas', async () => {
  const page = await shared.newPage();
  await page.goto(writeReplay().href);
  await page.click('#play');
  const middle = Math.round(compare.duration_s / 2);
  await page.locator('#scrubber').evaluate((slider, time) => {
    slider.value = time;
    slider.dispatchEvent(new Event('input'));
  }, middle);
  await page.reload();
  await page.locator('#scrubber').waitFor();
  assert.ok(Number(await page.inputValue('#scrubber')) >= middle - 1);
});
