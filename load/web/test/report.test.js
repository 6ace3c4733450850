import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, THEMES, open } from './support/browser.js';
import { faultsOf } from './support/page-faults.js';
import { Pages } from './support/report-pages.js';
import { real } from './support/results.js';

const pages = new Pages();
let browser;
before(async () => { browser = await open(); });
after(async () => {
  await browser?.close();
  pages.close();
});

const everywhere = SIZES.flatMap(size => THEMES.map(theme => [size, theme]));

for (const [kind, result] of Object.entries(real)) {
  test(`Report_Of_${kind}_ShowsItsDataAndItsFiguresAndCanBeRead`, async () =>
    assert.deepEqual(await faultsOf(browser, pages.write(kind, result), [result], everywhere), []));
}
