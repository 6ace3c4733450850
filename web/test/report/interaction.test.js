// Uses the report of a comparison as a reader and a presenter do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { blankCharts } from '../blank-charts.js';
import { LARGE, PROJECTOR, useBrowser, waitTwoFrames } from '../browser.js';
import { real } from '../results.js';
import { unreadableText } from '../unreadable-text.js';
import { writeReports } from './report-pages.js';

const { compare, bursts, soak } = real;
const shared = useBrowser();
let reports;
before(() => {
  reports = writeReports({ compare, bursts, soak, memory: createMemoryResult() });
});

/** A comparison whose variants differ in memory only, which was read once more after the load. */
function createMemoryResult() {
  const memory = structuredClone(compare);
  for (const { ratio, processes: { target } } of memory.variants) {
    if (ratio) ratio.verdict = 'same';
    target.anonymous_after_mb = target.anonymous_mb;
  }
  memory.variants[0].processes.target.anonymous_mb *= 2;
  return memory;
}

const openReport = () => shared.open(reports.compare);

/** The most sheets of A4 that the report of a comparison of nine variants may take. */
const MOST_SHEETS = 6;

const themeOf = page => page.evaluate(() => document.documentElement.dataset.theme);

test('ThemeKey_Pressed_ChangesTheThemeOfThePage', async () => {
  const page = await openReport();
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.keyboard.press('t');
  await waitTwoFrames(page);
  assert.equal(await themeOf(page), 'dark');
  assert.notEqual(await paper(), light);
  await page.keyboard.press('t');
  assert.equal(await themeOf(page), 'light');
});

test('Presentation_ArrowKeys_ChangeTheSlide', async () => {
  const page = await openReport();
  await page.keyboard.press('p');
  const shown = () => page.locator('.slide:visible').evaluateAll(all => all.map(({ id }) => id));
  assert.deepEqual(await shown(), ['summary']);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await shown(), ['comparison']);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await shown(), ['latency']);
  assert.match(await page.textContent('.pager'), /^3 \/ \d+$/);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await shown(), ['comparison']);
  await page.keyboard.press('End');
  assert.deepEqual(await shown(), ['provenance']);
  await page.keyboard.press('Home');
  assert.deepEqual(await shown(), ['summary']);
  await page.keyboard.press('b');
  assert.deepEqual(await shown(), [], 'The screen is black.');
  await page.keyboard.press('b');
  assert.deepEqual(await shown(), ['summary']);
  await page.keyboard.press('Escape');
  assert.ok((await shown()).length > 5);
});

test('Presentation_Comparison_HasOneNumberForEachVariant', async () => {
  const page = await shared.open(`${reports.compare}?slide=2`);
  const cells = await page.locator('.shown #comparison-table tbody td').allTextContents();
  assert.equal(cells.filter(text => /\d/.test(text)).length, compare.variants.length);
  assert.equal(cells.filter(text => /\d.*\s.*\d/.test(text)).length, 0, 'The intervals are drawn.');
});

// A projector has the least width for the texts of a slide, and a large screen the least height.
const slides = ['compare', 'bursts', 'soak'].flatMap(kind => [PROJECTOR, LARGE].map(size => [kind, size]));

for (const [kind, size] of slides) {
  test(`Presentation_${kind}At${size.join('-')}_EverySlideFitsAndIsDrawn`, async () => {
    const page = await shared.open(`${reports[kind]}?slide=1`, [size, 'dark']);
    const count = await page.locator('.slide').count();
    for (let slide = 0; slide < count; slide++) {
      await waitTwoFrames(page);
      const [id, excess, clipped, hasChart] = await page.evaluate(() => {
        const slide = document.querySelector('.slide.shown');
        const regions = [...slide.querySelectorAll('.scrollable')];
        const clipped = regions.map(region => region.scrollWidth - region.clientWidth);
        const excess = slide.scrollHeight - slide.clientHeight;
        return [slide.id, excess, Math.max(0, ...clipped), slide.querySelector('svg.chart') !== null];
      });
      assert.ok(excess <= 1, `The slide ${id} is ${excess} px too high.`);
      assert.ok(clipped <= 1, `A table of the slide ${id} is ${clipped} px too wide.`);
      if (hasChart && size === LARGE) assert.deepEqual(await blankCharts(page, false), [], id);
      assert.deepEqual(await unreadableText(page), [], id);
      await page.keyboard.press('ArrowRight');
    }
  });
}

for (const size of [PROJECTOR, LARGE]) {
  test(`FirstScreen_At${size.join('-')}_HasTheFindingItsBarsAndWhetherToTrustIt`, async () => {
    const page = await shared.open(reports.compare, [size, 'light']);
    for (const part of ['h1', '#bars', '.switch', '.trust']) {
      const { y, height } = await page.locator(part).boundingBox();
      assert.ok(y >= 0 && y + height <= size[1], `${part} ends at ${y + height} of ${size[1]} px.`);
    }
  });
}

test('Legend_FocusedAndPinned_DimsAllOthersUntilEscape', async () => {
  const page = await openReport();
  const opacity = name => page.locator('#percentiles g[data-v]', { hasText: name }).first()
    .evaluate(element => getComputedStyle(element).opacity);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const button = page.locator('.legend button', { hasText: 'get-from-json' });
  await button.focus();
  assert.equal(await opacity('get-from-json'), '1');
  assert.equal(await opacity('webclient-sync'), '0.13');
  assert.equal(await opacity('string-jsonconvert'), '0.4', 'The baseline once disappeared with the others.');
  await page.keyboard.press('Enter');
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  assert.equal(await opacity('webclient-sync'), '1');
});

test('ChartTables_EnterPressed_AreVisible', async () => {
  const page = await openReport();
  const summaries = page.locator('details.data summary');
  assert.ok(await summaries.count() >= 3);
  for (const summary of await summaries.all()) {
    await summary.focus();
    await page.keyboard.press('Enter');
  }
  for (const table of await page.locator('details.data table').all()) assert.ok(await table.isVisible());
});

const METRICS = [
  ['throughput', 'ratio', ({ throughput }) => throughput.rate],
  ['cpu', 'cpu_ratio', ({ processes }) => processes.target.cpu_ms],
  ['allocation', 'alloc_ratio', ({ processes }) => processes.target.alloc_kb],
  ['p99', null, ({ latency }) => latency.p99],
];

for (const [metric, ratioKey, figureOf] of METRICS) {
  test(`Bars_${metric}Pressed_AreInProportionToTheResult`, async () => {
    const page = await openReport();
    const button = page.locator(`[data-metric=${metric}]`);
    await button.focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(
      await page.locator('[data-metric][aria-pressed=true]').evaluateAll(all => all.map(one => one.dataset.metric)),
      [metric]);
    assert.ok(await button.evaluate(element => element === document.activeElement), 'The button keeps the focus.');
    const rows = await page.locator('#bars tbody tr').evaluateAll(all => all.map(row => ({
      index: Number(row.dataset.v), figure: row.querySelector('[data-path]').textContent.replaceAll('\u202f', ''),
      width: Number(row.querySelector('.plot rect').getAttribute('width')), isCut: row.querySelector('.cut') !== null,
      interval: [...row.querySelectorAll('.interval')].slice(-1).map(path => path.getBBox())
        .map(({ x, width }) => [x, x + width])[0], isClipped: row.querySelector('.clipped') !== null,
    })));
    assert.equal(rows.length, compare.variants.length);
    const lengthOf = variant => ratioKey === null ? figureOf(variant) : variant[ratioKey]?.value ?? 1;
    const base = rows.find(({ index }) => compare.variants[index].name === compare.baseline);
    const unit = base.width / lengthOf(compare.variants[base.index]);
    for (const { index, figure, width, isCut, interval, isClipped } of rows) {
      const variant = compare.variants[index];
      assert.ok(Math.abs(Number(figure) / figureOf(variant) - 1) < 0.005, `${figure} of ${variant.name}`);
      if (isCut) assert.ok(width < unit * lengthOf(variant));
      else assert.ok(Math.abs(width - unit * lengthOf(variant)) < 0.5, `${metric} of ${variant.name}: ${width}`);
      if (!interval) continue;
      const { lo, hi } = variant[ratioKey];
      assert.ok(Math.abs(interval[0] - unit * lo) < 0.5, `${lo} of ${variant.name}`);
      assert.equal(isClipped, interval[1] < unit * hi - 1);
      if (!isClipped) assert.ok(Math.abs(interval[1] - unit * hi) < 0.5, `${hi} of ${variant.name}`);
    }
    assert.equal(rows.some(({ isCut }) => isCut), ['cpu', 'p99'].includes(metric), 'Only much longer bars are cut.');
    assert.equal(rows.filter(({ interval, isCut }) => interval || isCut).length > 2, ratioKey !== null);
    const drawn = rows.map(({ index }) => compare.variants[index].ratio?.value ?? 1);
    assert.deepEqual(drawn, drawn.toSorted((one, other) => one - other), 'The rows are in the order of the ratio.');
  });
}

test('Checks_MorePressed_AreAllThere', async () => {
  const page = await openReport();
  await page.locator('.trust a').focus();
  await page.keyboard.press('Enter');
  assert.ok((await page.locator('#checks').boundingBox()).y < 768);
  const labels = await page.locator('#checks dt').allTextContents();
  assert.deepEqual(labels.map(label => label.slice(2)), compare.validity.checks.map(({ label }) => label));
});

test('ComparisonTable_OnAPhone_ShowsNameRatioAndVerdictFirst', async () => {
  const page = await shared.open(reports.compare, [[390, 844], 'light']);
  const row = page.locator('#comparison tr[data-v]', { hasText: 'get-from-json' });
  const { ratio: { value, verdict } } = compare.variants.find(({ name }) => name === 'get-from-json');
  const [name, ratio, word] = await row.locator('th, td').evaluateAll(cells => cells.slice(0, 3).map(cell => {
    const { left, right } = cell.getBoundingClientRect();
    return { text: cell.textContent.trim(), isInside: left >= 0 && right <= innerWidth };
  }));
  assert.match(name.text, /get-from-json/);
  assert.ok(ratio.text.startsWith(value.toFixed(2)), ratio.text);
  assert.ok(word.text.endsWith(verdict), word.text);
  assert.ok(name.isInside && ratio.isInside && word.isInside, 'All three are visible without scrolling.');
  const [excess, shadow] = await page.locator('#comparison-table').evaluate(region =>
    [region.scrollWidth - region.clientWidth, getComputedStyle(region).backgroundImage]);
  assert.ok(excess > 0 && shadow.includes('gradient'), 'A shadow shows that the table goes on.');
  assert.equal(await page.locator('#latency .names-below span').count(), compare.variants.length);
  assert.ok(await page.isVisible('#latency .names-below'));
});

test('Memory_AfterACoolDown_HasASection', async () => {
  const page = await shared.open(reports.memory);
  assert.equal(await page.locator('section#memory').count(), 1);
});

test('DownloadButton_Clicked_DownloadsTheResult', async () => {
  const page = await openReport();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#json')]);
  assert.equal(download.suggestedFilename(), `${compare.id}.json`);
  const downloaded = JSON.parse(readFileSync(await download.path(), 'utf8'));
  const throughputs = ({ variants }) => variants.map(({ throughput: { rate, lo, hi } }) => ({ rate, lo, hi }));
  assert.deepEqual(throughputs(downloaded), throughputs(compare));
});

test('Print_DarkTheme_IsPrintedOnWhite', async () => {
  const page = await openReport();
  await page.keyboard.press('t');
  await page.emulateMedia({ media: 'print' });
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(background, 'rgb(255, 255, 255)');
  assert.equal(await page.locator('.legend').isVisible(), false);
  const halo = await page.evaluate(() => getComputedStyle(document.querySelector('svg .halo')).stroke);
  assert.equal(halo, 'none');
  const file = await page.pdf({ preferCSSPageSize: true });
  assert.ok(file.length > 10_000);
  const sheets = file.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(sheets >= 2 && sheets <= MOST_SHEETS, `${sheets} sheets`);
});
