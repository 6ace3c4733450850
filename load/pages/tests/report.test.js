import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, THEMES, accessibility, open, withPage } from './support/browser.js';
import { wrongFigures } from './support/figures.js';
import { blankCharts } from './support/ink.js';
import { Pages } from './support/pages.js';
import { besides, real, states } from './support/results.js';
import { unreadable } from './support/text.js';

const pages = new Pages();
let browser;
before(async () => { browser = await open(); });
after(async () => {
  await browser?.close();
  pages.close();
});

const LIMIT = 500_000;

// Charts are checked in the heart of each; what a page is told in words is checked further down.
const everywhere = SIZES.flatMap(size => THEMES.map(theme => [size, theme]));
const somewhere = [[SIZES[1], 'light'], [SIZES[2], 'dark']];

const cases = [
  ...Object.entries(real).map(([name, result]) => [name, [result], everywhere]),
  ...Object.entries(besides).map(([name, results]) => [`beside-${name}`, results, somewhere]),
  ...Object.entries(states).map(([name, result]) => [name, [result], somewhere]),
];

for (const [name, results, views] of cases) {
  test(`Report_Of_${name}_ShowsItsDataAndItsFiguresAndCanBeRead`, async () => {
    const address = pages.write(name, results.length === 1 ? results[0] : results);
    assert.ok(pages.sizeOf(address) < LIMIT, `${pages.sizeOf(address)} bytes`);
    const found = [];
    for (const [size, theme] of views) {
      await withPage(browser, address, size, theme, async (page, faults) => {
        const at = `${size.join('×')} ${theme}`;
        const here = [...faults, ...await blankCharts(page), ...await unreadable(page), ...await wrongFigures(page, results), ...await accessibility(page)];
        found.push(...here.map(fault => `${at}: ${fault}`));
        // What is folded up is a part of the page too.
        await page.evaluate(() => document.querySelectorAll('details').forEach(one => { one.open = true; }));
        found.push(...(await unreadable(page)).map(fault => `${at}, unfolded: ${fault}`));
      });
    }
    assert.deepEqual(found, []);
  });
}
