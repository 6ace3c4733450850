import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, open, withPage } from './support/browser.js';
import { faultsOf } from './support/page-faults.js';
import { Pages } from './support/report-pages.js';
import { besides, real, states } from './support/results.js';

const LIMIT = 500_000;

const pages = new Pages();
let browser;
before(async () => { browser = await open(); });
after(async () => {
  await browser?.close();
  pages.close();
});

const views = [[SIZES[1], 'light'], [SIZES[2], 'dark']];

for (const [state, result] of Object.entries(states)) {
  test(`Report_Of_${state}_ShowsItsDataAndItsFiguresAndCanBeRead`, async () =>
    assert.deepEqual(await faultsOf(browser, pages.write(state, result), [result], views), []));
}

for (const [kind, results] of Object.entries(besides)) {
  test(`Report_Of_${kind}-side-by-side_ShowsItsDataAndItsFiguresAndCanBeRead`, async () =>
    assert.deepEqual(await faultsOf(browser, pages.write(kind, results), results, views), []));
}

const say = async (name, result, look) => withPage(browser, pages.write(name, result), SIZES[1], 'light', look);

test('Report_OfAnInvalidRun_HasCausesAndCuresAndNoFinding', async () => {
  await say('said-invalid', states.invalid, async page => {
    assert.match(await page.textContent('h1'), /INVALID.*Do not quote/s);
    assert.equal(await page.locator('h1 .amount').count(), 0);
    assert.match(await page.textContent('.points'), /Load tool's own CPU: 1\.31 of 2 cores.*fewer connections/s);
    assert.equal(await page.locator('.verdict', { hasText: 'withheld' }).count(), 8);
    assert.equal(await page.locator('h2', { hasText: /\d/ }).count(), 0);
    assert.match(await page.textContent('.legend'), /INVALID/);
  });
});

test('Report_OfARunCutShort_SaysAfterWhichRound', async () => {
  await say('said-cut-short', states['cut-short'], async page => {
    assert.match(await page.textContent('.validity'), /CUT SHORT/);
    assert.match(await page.textContent('.points'), /Cut short after round 3 of 20/);
    assert.equal(await page.locator('#order .data').count(), 27);
  });
});

test('Report_OfErrorsInOneVariant_SaysInWhich', async () => {
  await say('said-errors', states.errors, async page => {
    const { errors, requests } = states.errors.variants.find(variant => variant.name === 'webclient-sync');
    const grouped = `${requests}`.replace(/\B(?=(\d{3})+$)/g, '\\s');
    assert.match(await page.textContent('.points'), new RegExp(`Errors: webclient-sync ${errors} of ${grouped} requests`));
    assert.match((await page.textContent('#outcomes')).replace(/\s+/g, ' '), /503.*timeout/);
  });
});

test('Report_OfATierWithoutMetrics_HasNoCost', async () => {
  await say('said-nothing', states['no-metrics'], async page => {
    assert.equal(await page.locator('#cost').count(), 0);
    assert.doesNotMatch(await page.textContent('main'), /CPU ms/);
    assert.equal(await page.locator('#compared tbody tr').count(), 9);
  });
});

test('Report_OfHostileNames_HasThemAsTextOnly', async () => {
  await say('said-names', states['hostile-names'], async page => {
    assert.doesNotMatch(await page.title(), /^run$/);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 3);
    const names = await page.locator('#compared tbody .name').allTextContents();
    assert.deepEqual(names.map(name => name.trim()).sort(), states['hostile-names'].variants.map(({ name }) => name).sort());
  });
});

test('Report_OfFifteenVariantsAndTwentyRounds_IsSmallAndTellsThemApart', async () => {
  const address = pages.write('said-many', states['fifteen-variants']);
  assert.ok(pages.sizeOf(address) < LIMIT, `${pages.sizeOf(address)} bytes`);
  await withPage(browser, address, SIZES[0], 'light', async page => {
    const looks = await page.locator('.legend button svg').evaluateAll(all => all.map(svg => svg.innerHTML));
    assert.equal(new Set(looks).size, 15);
  });
});

test('Report_OfAComparison_HasTheOrderOfItsRoundsAsATableToo', async () => {
  await say('said-order', real.compare, async page => {
    const rows = await page.locator('#rounds table').last().locator('tbody tr').evaluateAll(all =>
      all.map(row => [...row.querySelectorAll('.name')].map(name => name.textContent.trim())));
    assert.deepEqual(rows, real.compare.order.map(turns => turns.map(turn => real.compare.variants[turn].name)));
  });
});

test('Report_OfSoak_SaysWhatDrifted', async () => {
  await say('said-soak', real.soak, async page => {
    assert.match(await page.textContent('#drift h2'), /went from [\d.]+ to [\d.]+\sms/);
    assert.equal(await page.locator('#drift tbody tr').count(), real.soak.variants[0].windows.length);
  });
});

test('Report_OfBursts_DrawsAPointForEachSize', async () => {
  await say('said-bursts', real.bursts, async page => {
    for (const id of ['throughput-by-size', 'threads-by-size', 'queue-by-size'])
      assert.equal(await page.locator(`#${id} svg g[transform]`).count(), real.bursts.variants[0].bursts.length, id);
  });
});
