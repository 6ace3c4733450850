import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, THEMES, launchBrowser } from './support/browser.js';
import { pageFaults } from './support/page-faults.js';
import { ReportPages } from './support/report-pages.js';
import { real } from './support/results.js';

const pages = new ReportPages();
let browser;
before(async () => { browser = await launchBrowser(); });
after(async () => {
  await browser?.close();
  pages.delete();
});

const allViews = SIZES.flatMap(size => THEMES.map(theme => [size, theme]));

for (const [kind, result] of Object.entries(real)) {
  test(`Report_MeasuredResult_${kind}_HasNoFaults`, async () =>
    assert.deepEqual(await pageFaults(browser, pages.write(kind, result), [result], allViews), []));
}
