// Checks how the live page looks in every state. Its events are created from results.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { blankCharts } from '../support/blank-charts.js';
import { SIZES, THEMES, accessibilityFaults, launchBrowser, waitTwoFrames, withPage } from '../support/browser.js';
import { real, states } from '../support/results.js';
import { unreadableText } from '../support/unreadable-text.js';
import { createEvents, createHello, wordsOf } from './result-events.js';
import { startEventServer } from './test-servers.js';

let browser;
before(async () => { browser = await launchBrowser(); });
after(() => browser?.close());

const allViews = SIZES.flatMap(size => THEMES.map(theme => [size, theme]));
const twoViews = [[SIZES[1], 'dark'], [SIZES[2], 'light']];

const isTrial = ({ type }) => type === 'slice';
const firstHalf = events =>
  events.slice(0, events.findLastIndex((event, i) => isTrial(event) && i < events.length * 0.6));

const cases = Object.entries({ ...real, ...states }).flatMap(([name, result]) => {
  const events = createEvents(result);
  const views = name in real ? allViews : twoViews;
  const unfinished = name === 'compare' ? [['unfinished-compare', result, firstHalf(events), views]] : [];
  return [[name, result, events, views], ...unfinished];
});

for (const [name, result, events, views] of cases) {
  test(`LivePage_State_${name}_HasNoFaults`, async () => {
    const server = await startEventServer(createHello(result, { control: true }), events);
    const found = [];
    try {
      for (const [size, theme] of views) {
        await withPage(browser, server.address, size, theme, async (page, faults) => {
          await page.waitForFunction(hasReceived, events.filter(isTrial).length);
          await waitTwoFrames(page);
          const lines = [
            ...faults.filter(fault => !fault.startsWith(`request to ${server.address}`)), ...await blankCharts(page),
            ...await unreadableText(page), ...await accessibilityFaults(page), ...await smallText(page, size),
          ];
          found.push(...lines.map(line => `${size.join('×')} ${theme}: ${line}`));
        }, `?theme=${theme}#token=t`);
      }
    } finally {
      await server.close();
    }
    assert.deepEqual(found, []);
  });
}

test('LivePage_ThreeProcesses_ListsTheTargetFirstAndTheLoadToolLast', async () => {
  const result = states['three-processes'];
  const server = await startEventServer(createHello(result), createEvents(result));
  try {
    await withPage(browser, server.address, SIZES[1], 'dark', async page => {
      await page.waitForFunction(hasReceived, result.order.flat().length);
      await waitTwoFrames(page);
      const colours = await page.locator('#cpu .data rect').evaluateAll(bars =>
        [...new Set(bars.map(bar => bar.getAttribute('fill')).filter(fill => !fill.includes('series')))]);
      assert.equal(colours[0], 'var(--target)');
      assert.equal(colours.at(-1), 'var(--load-tool)');
      assert.equal(colours.length, 4);
      const labels = await page.locator('#cpu .data text').evaluateAll(all => all.map(text => text.firstChild.data));
      assert.deepEqual(labels.sort(), ['back-end', 'database', 'load tool', 'target']);
    });
  } finally {
    await server.close();
  }
});

/** Opens the live page with some events of a run. */
async function onLivePage(result, events, check) {
  const server = await startEventServer(createHello(result), events);
  try {
    await withPage(browser, server.address, SIZES[1], 'dark', async page => {
      await page.waitForFunction(hasReceived, events.filter(isTrial).length);
      await waitTwoFrames(page);
      await check(page);
    });
  } finally {
    await server.close();
  }
}

const textOf = (page, id) => page.textContent(`#${id}`).then(text => text.replace(/\s+/g, ' ').trim());

test('LivePage_End_ShowsTheFindingInsteadOfAWinner', async () => {
  const { headline } = wordsOf(real.compare);
  await onLivePage(real.compare, createEvents(real.compare), async page => {
    assert.equal(await textOf(page, 'variant'), headline.map(({ text }) => text).join('').replace(/\s+/g, ' '));
    assert.equal(await textOf(page, 'phase'), 'finished');
    assert.equal(await page.isVisible('#rps'), false);
  });
});

test('LivePage_InvalidEnd_ShowsTheCauseAndNoFigure', async () => {
  await onLivePage(states.invalid, createEvents(states.invalid), async page => {
    assert.equal(await textOf(page, 'variant'), 'Do not quote these figures.');
    assert.match(await textOf(page, 'summary'), /Load tool's own CPU: 1\.31 of 2 cores/);
    assert.equal(await page.isVisible('#rps'), false);
  });
});

test('LivePage_LimitedEnd_SaysBelowWhichRatioTheRunIsBlind', async () => {
  const limited = structuredClone(real.compare);
  Object.assign(limited.validity, { state: 'limited', smallest_ratio: 13.3 });
  await onLivePage(limited, createEvents(limited), async page =>
    assert.equal(await textOf(page, 'state'), '◐ VALID BUT BLIND BELOW ×13.3'));
});

/** The events of a comparison up to a tick, which is changed. */
function eventsUpToTick(change) {
  const events = firstHalf(createEvents(real.compare));
  const last = events.findLastIndex(({ type }) => type === 'tick');
  return [
    ...events.slice(0, last), { type: 'validity', data: { state: 'valid', checks: [] } },
    { type: 'tick', data: { ...events[last].data, ...change } },
  ];
}

test('LivePage_ErrorsAboveTheLimit_TurnsRedWithTheTick', async () => {
  await onLivePage(real.compare, eventsUpToTick({}), async page => {
    assert.equal(await textOf(page, 'state'), '✓ valid so far');
    assert.equal(await page.getAttribute('#state', 'class'), '');
  });
  const failing = eventsUpToTick({ rps: 0, errors: 814, failures: { 502: 814 }, down: ['back-end'] });
  await onLivePage(real.compare, failing, async page => {
    assert.equal(await textOf(page, 'state'), '502 × 814: back-end does not answer');
    assert.equal(await page.getAttribute('#state', 'class'), 'bad');
    assert.match(await textOf(page, 'latency'), /back-end gone/);
    assert.match(await page.locator('#cpu .down').textContent(), /back-end ?gone/);
  });
});

test('LivePage_SingleRun_FillsTheProgressBarWithItsTime', async () => {
  const events = createEvents(real.closed);
  const ticks = events.filter(({ type }) => type === 'tick');
  const until = ticks[Math.floor(ticks.length / 4)];
  await onLivePage(real.closed, events.slice(0, events.indexOf(until) + 1), async page => {
    const [whole, done] = await page.locator('#progress rect').evaluateAll(bars =>
      bars.map(bar => bar.getBoundingClientRect().width));
    assert.ok(Math.abs(done / whole - until.data.t / real.closed.duration_s) < 0.01, `${done} of ${whole}`);
  });
});

test('LivePage_FirstWarmUp_ShowsTheRateThatIsNotCounted', async () => {
  const { data } = createEvents(real.compare).find(({ type }) => type === 'phase');
  const phase = { ...data, t: 0, round: 0, kind: 'warmup' };
  const tick = { variant: data.variant, own_t: 0, p50: 1, p99: null, errors: 0, cpu: {}, threads: {}, queue: {} };
  const ticks = [200, 400, 900].map((rps, i) => ({ type: 'tick', data: { ...tick, t: (i + 1) / 4, rps } }));
  await onLivePage(real.compare, [{ type: 'phase', data: phase }, ...ticks], async page => {
    assert.equal(await textOf(page, 'phase'), 'warming up, not counted');
    assert.equal(await textOf(page, 'rps'), '500');
    assert.equal(await page.locator('#throughput path.data').count(), 1);
    assert.match(await textOf(page, 'throughput'), /warming up, not counted/);
  });
});

// Playwright runs this function in the live page.
const hasReceived = trials =>
  document.querySelector('#progress svg')?.getAttribute('aria-label').startsWith(`${trials} trials`);

/** Finds text that is too small for a projector. A phone, which is narrow, may have smaller text. */
const smallText = (page, [width]) => width < 760 ? [] : page.evaluate(() => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const faults = rem < Math.min(innerHeight / 46, innerWidth / 81) ? [`one rem is only ${rem} px`] : [];
  for (const element of document.querySelectorAll('#page *')) {
    const hasText = [...element.childNodes].some(({ nodeType, data }) =>
      nodeType === Node.TEXT_NODE && data.trim() !== '');
    const isSmall = parseFloat(getComputedStyle(element).fontSize) < rem - 0.01;
    if (hasText && isSmall) faults.push(`text smaller than 1 rem: ${element.textContent.slice(0, 40)}`);
  }
  return faults;
});
