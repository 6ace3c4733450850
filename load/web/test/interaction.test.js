import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { SIZES, launchBrowser, waitTwoFrames, withPage } from './support/browser.js';
import { blankCharts } from './support/blank-charts.js';
import { ReportPages } from './support/report-pages.js';
import { real } from './support/results.js';
import { unreadableText } from './support/unreadable-text.js';

const pages = new ReportPages();
let browser;
let address;
before(async () => {
  browser = await launchBrowser();
  address = pages.write('compare', real.compare);
});
after(async () => {
  await browser?.close();
  pages.delete();
});

const onReport = check => withPage(browser, address, SIZES[1], 'light', check);
/** The most sheets of A4 that the report of a comparison of nine variants may take. */
const MOST_SHEETS = 4;

const themeOf = page => page.evaluate(() => document.documentElement.dataset.theme);

test('ThemeKey_Pressed_ChangesTheThemeOfPageAndCharts', async () => {
  await onReport(async page => {
    const heat = () => page.locator('#heat-maps image').first().getAttribute('href');
    const light = await heat();
    await page.keyboard.press('t');
    await waitTwoFrames(page);
    assert.equal(await themeOf(page), 'dark');
    assert.notEqual(await heat(), light);
    await page.keyboard.press('t');
    assert.equal(await themeOf(page), 'light');
  });
});

test('Presentation_ArrowKeys_ChangeTheSlide', async () => {
  await onReport(async page => {
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
});

test('Presentation_Comparison_HasOneNumberForEachVariant', async () => {
  await withPage(browser, address, SIZES[1], 'light', async page => {
    const cells = await page.locator('#comparison.shown tbody td').allTextContents();
    assert.equal(cells.filter(text => /\d/.test(text)).length, real.compare.variants.length);
    assert.equal(cells.filter(text => /\d.*\s.*\d/.test(text)).length, 0, 'The intervals are drawn.');
  }, '?slide=2');
});

/** The projector with the least room for the texts of a slide. */
const TIGHTEST = [1024, 768];

const slides = [
  ...[...SIZES.slice(0, 2), TIGHTEST, [1920, 1080]].map(size => ['compare', size]),
  ['bursts', SIZES[1]], ['soak', SIZES[1]], ['phases', SIZES[1]],
];

for (const [kind, size] of slides) {
  test(`Presentation_${kind}At${size.join('×')}_EverySlideFitsAndIsDrawn`, async () => {
    await withPage(browser, pages.write(kind, real[kind]), size, 'dark', async page => {
      const count = await page.locator('.slide').count();
      for (let slide = 0; slide < count; slide++) {
        await waitTwoFrames(page);
        const [id, excess, clipped] = await page.evaluate(() => {
          const slide = document.querySelector('.slide.shown');
          const regions = [...slide.querySelectorAll('.scrollable')];
          const clipped = regions.map(region => region.scrollWidth - region.clientWidth);
          return [slide.id, slide.scrollHeight - slide.clientHeight, Math.max(0, ...clipped)];
        });
        assert.ok(excess <= 1, `The slide ${id} is ${excess} px too high.`);
        assert.ok(clipped <= 1, `A table of the slide ${id} is ${clipped} px too wide.`);
        const hasChart = await page.locator('.slide.shown svg.chart').count() > 0;
        if (hasChart) assert.deepEqual(await blankCharts(page), [], id);
        if (size === TIGHTEST) assert.deepEqual(await unreadableText(page), [], id);
        await page.keyboard.press('ArrowRight');
      }
    }, '?slide=1');
  });
}

test('Legend_FocusedAndPinned_DimsAllOthersUntilEscape', async () => {
  await onReport(async page => {
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
});

test('ChartTables_EnterPressed_AreVisible', async () => {
  await onReport(async page => {
    const summaries = page.locator('details.data summary');
    assert.ok(await summaries.count() >= 3);
    for (const summary of await summaries.all()) {
      await summary.focus();
      await page.keyboard.press('Enter');
    }
    for (const table of await page.locator('details.data table').all()) assert.ok(await table.isVisible());
  });
});

test('PercentileChart_PointerOverIt_ShowsTheValuesAtThePointer', async () => {
  await onReport(async page => {
    await page.locator('#percentiles svg').hover();
    assert.match(await page.textContent('#percentiles-readout'), /^p[\d.]+: .*get-from-json [\d.]+/);
    // The values once were in the order of the variants, and had no colours.
    assert.equal(await page.locator('#percentiles-readout svg').count(), real.compare.variants.length);
    const text = (await page.textContent('#percentiles-readout')).replaceAll('\u202f', '');
    const values = text.slice(text.indexOf(':')).match(/\S+(?= ·| ms)/g).map(Number).filter(Number.isFinite);
    assert.ok(values.length > 1, text);
    assert.deepEqual(values, values.toSorted((one, other) => one - other));
  });
});

test('CostBars_ScaleKey_ShowsTheLongestBarInProportion', async () => {
  await onReport(async page => {
    const cpuOf = name => real.compare.variants.find(variant => variant.name === name).processes.target.cpu_ms;
    const widthOf = name => page.locator('#cpu svg g[data-v]', { hasText: name }).locator('rect.data').first()
      .evaluate(bar => Number(bar.getAttribute('width')));
    const drawnRatio = async () => await widthOf('read-as-async-2014') / await widthOf('string-jsonconvert');
    const ratio = cpuOf('read-as-async-2014') / cpuOf('string-jsonconvert');
    assert.ok(await drawnRatio() < ratio / 2, 'A bar that is much longer than the others is cut off.');
    assert.equal(await page.locator('#cpu path.cut').count(), 1);
    await page.keyboard.press('z');
    assert.ok(Math.abs(await drawnRatio() / ratio - 1) < 0.001);
    assert.equal(await page.locator('#cpu path.cut').count(), 0);
    await page.keyboard.press('z');
    assert.equal(await page.locator('#cpu path.cut').count(), 1);
  });
});

// The latency axis of a heat map once had no label at its lower end.
test('HeatMaps_AnyRun_LabelTheLowestLatency', async () => {
  await onReport(async page => {
    const maps = await page.locator('#heat-maps svg.chart').count();
    const labels = await page.locator('#heat-maps text.lowest').allTextContents();
    assert.equal(labels.length, maps);
    const fastest = Math.min(...real.compare.variants.map(({ latency }) => latency.min));
    for (const label of labels) assert.ok(Number(label) > 0 && Number(label) <= fastest * 1.1, label);
  });
});

test('ComparisonTable_OnAPhone_ShowsNameRatioAndVerdictFirst', async () => {
  await withPage(browser, address, [390, 844], 'light', async page => {
    const row = page.locator('#comparison tr[data-v]', { hasText: 'get-from-json' });
    const { ratio: { value, verdict } } = real.compare.variants.find(({ name }) => name === 'get-from-json');
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
    assert.equal(await page.locator('#latency .names-below span').count(), real.compare.variants.length);
    assert.ok(await page.isVisible('#latency .names-below'));
  });
});

test('Memory_Comparison_DrawsWhatWasMeasured', async () => {
  await onReport(async page => {
    const places = await page.locator('#memory-0 .under-load').evaluateAll(marks =>
      marks.map(mark => Number(mark.getAttribute('cx'))));
    const sizes = real.compare.variants.map(variant => variant.processes.target.anonymous_mb);
    assert.equal(places.length, sizes.length);
    const [zero, first] = await page.locator('#memory-0 .data line').first().evaluate(line =>
      ['x1', 'x2'].map(end => Number(line.getAttribute(end))));
    assert.equal(first, places[0]);
    const [most, least] = [Math.max(...places), Math.min(...places)].map(place => place - zero);
    assert.ok(Math.abs(most / least / (Math.max(...sizes) / Math.min(...sizes)) - 1) < 0.01);
  });
});

const MEMORY_STUDY = new URL('../../../docs/results/memory/20261120-1446-memory.json', import.meta.url);

test('Memory_StudyOfMemory_IsTheHeadlineAndTheFirstSection', async () => {
  const study = pages.write('memory', JSON.parse(readFileSync(MEMORY_STUDY, 'utf8')));
  await withPage(browser, study, SIZES[1], 'light', async page => {
    const finding = /^Under load the target has [\d.]+\sMB of anonymous memory with /;
    assert.match(await page.textContent('#summary h1'), finding);
    assert.equal(await page.locator('main section').first().getAttribute('id'), 'memory');
    assert.equal(await page.locator('section#memory').count(), 1);
    assert.doesNotMatch(await page.textContent('.points'), /anonymous memory/);
  });
  await onReport(async page =>
    assert.equal(await page.locator('main section').first().getAttribute('id'), 'comparison'));
});

test('DownloadButton_Clicked_DownloadsTheResult', async () => {
  await onReport(async page => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#json')]);
    assert.equal(download.suggestedFilename(), `${real.compare.id}.json`);
    const downloaded = JSON.parse(readFileSync(await download.path(), 'utf8'));
    // The result file is older than the field busy_s, so the load tool writes null for the field.
    const throughputs = ({ variants }) => variants.map(({ throughput }) => ({ busy_s: null, ...throughput }));
    assert.deepEqual(throughputs(downloaded), throughputs(real.compare));
  });
});

test('Print_DarkTheme_IsPrintedOnWhite', async () => {
  await onReport(async page => {
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
});
