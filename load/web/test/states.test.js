import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, launchBrowser, withPage } from './support/browser.js';
import { pageFaults } from './support/page-faults.js';
import { ReportPages } from './support/report-pages.js';
import { real, sideBySide, states } from './support/results.js';

/** The size of the largest report, in bytes. */
const SIZE_LIMIT = 500_000;

const pages = new ReportPages();
let browser;
before(async () => { browser = await launchBrowser(); });
after(async () => {
  await browser?.close();
  pages.delete();
});

const views = [[SIZES[1], 'light'], [SIZES[2], 'dark']];

for (const [state, result] of Object.entries(states)) {
  test(`Report_State_${state}_HasNoFaults`, async () =>
    assert.deepEqual(await pageFaults(browser, pages.write(state, result), [result], views), []));
}

for (const [kind, results] of Object.entries(sideBySide)) {
  test(`Report_SideBySide_${kind}_HasNoFaults`, async () =>
    assert.deepEqual(await pageFaults(browser, pages.write(kind, results), results, views), []));
}

const onReport = (result, check) => withPage(browser, pages.write('report', result), SIZES[1], 'light', check);

test('Report_InvalidRun_ShowsCausesAndHintsButNoFinding', async () => {
  await onReport(states.invalid, async page => {
    assert.match(await page.textContent('h1'), /INVALID.*Do not quote/s);
    assert.equal(await page.locator('h1 .amount').count(), 0);
    assert.match(await page.textContent('.points'), /Load tool's own CPU: 1\.31 of 2 cores.*fewer connections/s);
    assert.equal(await page.locator('.verdict', { hasText: 'withheld' }).count(), 8);
    assert.equal(await page.locator('h2', { hasText: /\d/ }).count(), 0);
    assert.match(await page.textContent('.legend'), /INVALID/);
    const scale = page.locator('.colour-scale svg');
    assert.equal(await scale.evaluate(svg => getComputedStyle(svg).filter), 'grayscale(1)', 'It once had its colours.');
    // A value that had no room beside its label was once on a line of its own at the right edge.
    const lines = await page.locator('.validity dl div').evaluateAll(all => all.map(line =>
      [...line.children].map(child => child.getBoundingClientRect())));
    const wrapped = lines.filter(([label, value]) => value.top >= label.bottom - 1);
    assert.ok(wrapped.length > 0, 'No value was wrapped.');
    for (const [label, value] of wrapped) assert.equal(value.left, label.left);
  });
});

test('Report_StoppedRun_ShowsTheLastRound', async () => {
  await onReport(states['cut-short'], async page => {
    assert.match(await page.textContent('.validity'), /CUT SHORT/);
    assert.match(await page.textContent('.points'), /Cut short after round 3 of 20/);
    assert.equal(await page.locator('#order .data').count(), 27);
  });
});

test('Report_LimitedRun_SaysBelowWhichRatioItIsBlind', async () => {
  const limited = structuredClone(real.compare);
  Object.assign(limited.validity, { state: 'limited', smallest_ratio: 13.3 });
  await onReport(limited, async page =>
    assert.equal(await page.textContent('.validity h2'), '◐ VALID BUT BLIND BELOW ×13.3'));
});

test('Report_ErrorsInOneVariant_ShowsThemWithItsName', async () => {
  await onReport(states.errors, async page => {
    const { errors, requests } = states.errors.variants.find(variant => variant.name === 'webclient-sync');
    const grouped = `${requests}`.replace(/\B(?=(\d{3})+$)/g, '\\s');
    const point = new RegExp(`Errors: webclient-sync failed in ${errors} of ${grouped} requests`);
    assert.match(await page.textContent('.points'), point);
    assert.match((await page.textContent('#outcomes')).replace(/\s+/g, ' '), /503.*timeout/);
  });
});

test('Report_TransportErrors_ShowsCausesAdviceAndPhases', async () => {
  await onReport(states.failures, async page => {
    const text = async selector => (await page.textContent(selector)).replace(/\s+/g, ' ');
    assert.match(await text('#outcomes'), /no answer within the time limit.*Try less load/);
    assert.match(await text('#outcomes'), /no connection <b>at all<\/b>/);
    assert.match(await text('#outcomes thead'), /sent again by the client.*unfinished when stopped/);
    assert.equal(await page.locator('#outcomes b').count(), 0);
    assert.match(await text('#phases thead'), /connect mean.*first byte p50.*body p99.*connections opened/);
    assert.doesNotMatch(await text('#phases thead'), /TLS/);
  });
});

test('Report_TracedRun_DrawsTheSpansInOrderAtTheirTimes', async () => {
  await onReport(states.failures, async page => {
    const rows = await page.locator('#trace-0 .span').evaluateAll(all => all.map(row => {
      const [rectangle, name] = [row.querySelector('rect'), row.querySelector('text')];
      const [x, width] = ['x', 'width'].map(key => Number(rectangle.getAttribute(key)));
      return { x, width, name: name.textContent, indentation: Number(name.getAttribute('x')) };
    }));
    const [{ spans, latency_ms: latency }] = states.failures.variants[0].traces;
    assert.equal(rows.length, spans.length);
    const pixels = rows[0].width / spans[0].duration_ms;
    rows.forEach((row, i) => {
      const { service, name, depth, start_ms: start, duration_ms: duration } = spans[i];
      assert.ok(`${service} ${name}`.startsWith(row.name.replace('…', '')), row.name);
      assert.ok(Math.abs(row.x - rows[0].x - start * pixels) < 0.1, `${row.name} starts at ${row.x}`);
      assert.ok(Math.abs(row.width - Math.max(2, duration * pixels)) < 0.1, `${row.name} is ${row.width} wide`);
      assert.equal(Math.sign(row.indentation), Math.sign(depth));
    });
    assert.match(await page.textContent('#traces h2'), new RegExp(`${latency}\\sms`));
    assert.match(await page.textContent('#traces'), /POST \/basket · timeout.*No spans were received/s);
    assert.equal(await page.locator('#traces tbody tr').count(), spans.length);
  });
});

test('Report_ProcessesWithoutMetrics_HasNoCostSection', async () => {
  await onReport(states['no-metrics'], async page => {
    assert.equal(await page.locator('#cost').count(), 0);
    assert.doesNotMatch(await page.textContent('main'), /CPU ms/);
    assert.equal(await page.locator('#comparison tbody tr').count(), 9);
  });
});

test('Report_HostileNames_ShowsThemAsText', async () => {
  await onReport(states['hostile-names'], async page => {
    assert.doesNotMatch(await page.title(), /^run$/);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 3);
    const names = await page.locator('#comparison tbody .name').allTextContents();
    const expected = states['hostile-names'].variants.map(({ name }) => name);
    assert.deepEqual(names.map(name => name.trim()).sort(), expected.sort());
  });
});

test('Report_FifteenVariants_IsSmallAndGivesEachItsOwnLook', async () => {
  const address = pages.write('fifteen-variants', states['fifteen-variants']);
  assert.ok(pages.sizeOf(address) < SIZE_LIMIT, `${pages.sizeOf(address)} bytes`);
  await withPage(browser, address, SIZES[0], 'light', async page => {
    const looks = await page.locator('.legend button svg').evaluateAll(all => all.map(svg => svg.innerHTML));
    assert.equal(new Set(looks).size, 15);
  });
});

test('Report_Comparison_HasATableOfTheOrderOfTrials', async () => {
  await onReport(real.compare, async page => {
    const rows = await page.locator('#rounds table').last().locator('tbody tr').evaluateAll(all =>
      all.map(row => [...row.querySelectorAll('.name')].map(name => name.textContent.trim())));
    const { order, variants } = real.compare;
    assert.deepEqual(rows, order.map(round => round.map(number => variants[number].name)));
    // Nine lines by round were once in one chart. Now each has a small one, with the baseline in it.
    assert.equal(await page.locator('#throughput-by-round path.baseline').count(), variants.length - 1);
  });
});

test('Report_LongRun_ShowsTheChangeOverTime', async () => {
  await onReport(real.soak, async page => {
    assert.match(await page.textContent('#over-time h2'), /changed from [\d.]+ to [\d.]+\sms/);
    assert.equal(await page.locator('#over-time tbody tr').count(), real.soak.variants[0].windows.length);
  });
});

test('Report_Bursts_DrawsAPointForEachSize', async () => {
  await onReport(real.bursts, async page => {
    for (const id of ['throughput-by-size', 'threads-by-size', 'queue-by-size']) {
      assert.equal(await page.locator(`#${id} svg g[transform]`).count(), real.bursts.variants[0].bursts.length, id);
    }
    // A straight line once looked like a take-off: of the two axes, only that of the sizes was logarithmic.
    const sizes = real.bursts.variants[0].bursts.map(({ requests }) => requests);
    const placesOf = id => page.locator(`#${id} svg g[transform]`).evaluateAll(marks =>
      marks.map(mark => mark.transform.baseVal[0].matrix.e));
    const shareOf = ([first, second, ...rest]) => (second - first) / (rest.at(-1) - first);
    for (const [id, scale] of [['throughput-by-size', Math.log], ['threads-by-size', Number]]) {
      const [shown, expected] = [shareOf(await placesOf(id)), shareOf(sizes.map(scale))];
      assert.ok(Math.abs(shown - expected) < 0.01, `${id}: ${shown} instead of ${expected}`);
    }
    assert.match(await page.textContent('figure:has(#throughput-by-size) figcaption'), /logarithmic/);
  });
});

test('Report_MergedBursts_ShowTheThreadsAndTheQueueOfEachSize', async () => {
  const merged = structuredClone(real.bursts);
  merged.variants[0].processes = {};
  await onReport(merged, async page => {
    for (const id of ['threads-by-size', 'queue-by-size']) {
      assert.equal(await page.locator(`#${id} svg`).count(), 1, id);
    }
    assert.match(await page.textContent('#sizes thead'), /target threads/);
  });
});

test('Report_BurstsSideBySide_DrawsALineForEachRun', async () => {
  const results = sideBySide.bursts;
  await withPage(browser, pages.write('two-bursts', results), SIZES[1], 'light', async page =>
    assert.equal(await page.locator('#durations svg path.data').count(), results.length));
});

test('Report_SingleRun_HasOneColumnOfCostsForEachProcess', async () => {
  await onReport(real.closed, async page => {
    const processes = Object.keys(real.closed.variants[0].processes);
    const headings = await page.locator('#cost thead th').allTextContents();
    assert.deepEqual(headings.slice(1).sort(), processes.sort());
  });
});

test('Report_ErrorsInOneVariant_CallsThroughputGoodput', async () => {
  await onReport(states.errors, async page => {
    assert.match(await page.textContent('#comparison thead'), /Goodput/);
    assert.doesNotMatch(await page.textContent('#comparison thead'), /Throughput/);
  });
});

test('Report_ThreeProcesses_ListsTheTargetFirst', async () => {
  await onReport(states['three-processes'], async page => {
    const headings = await page.locator('#cost thead th').allTextContents();
    assert.deepEqual(headings.filter(heading => heading.endsWith('CPU ms')),
      ['target CPU ms', 'database CPU ms', 'back-end CPU ms']);
    assert.match(await page.textContent('#cost .intro'), /Solid: target\. Hatched: database, back-end\./);
  });
});
