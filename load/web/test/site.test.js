// Checks the documentation site, with the report of one result of each kind. The accessibility of a page is checked if
// it has an element of a kind that no page before it has, because a check of every page takes more than a minute:
// EVERY_PAGE=1 does that, with the reports of all results.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { renderBarChart } from '../build/bar-chart.js';
import { NAVIGATION, writeSite } from '../build/site-pages.js';
import { REPORTS, findResults } from '../build/site-reports.js';
import { THEMES, accessibilityFaults, launchBrowser, withPage } from './support/browser.js';
import { siteFaults } from './support/site-links.js';

const TIME_LIMIT = 120_000;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REPOSITORY = 'https://example.org/testbed';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
const site = join(folder, 'site');
const everyResult = findResults(ROOT);
const [result] = everyResult;

/** What the report of a result looks like depends on these. */
function kindOf(path) {
  const { kind, validity, variants } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  return `${kind}, ${validity.state}${variants[0].bursts ? ', bursts' : ''}`;
}

const oneOfEachKind = [...new Map(everyResult.toReversed().map(path => [kindOf(path), path])).values()];
const results = process.env.EVERY_PAGE ? everyResult : oneOfEachKind;
let browser;
before(async () => {
  await writeSite({ root: ROOT, output: site, repository: REPOSITORY, results });
  browser = await launchBrowser();
}, { timeout: TIME_LIMIT });
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const read = path => readFileSync(join(site, path), 'utf8');

test('Site_EveryPage_HasATitleAndNoBrokenLink', { timeout: TIME_LIMIT }, () => {
  assert.deepEqual(siteFaults(site, REPOSITORY, ROOT), []);
  assert.ok(read('docs/webclient.html').includes('<table class="chart">'), 'The essay has its chart.');
  assert.ok(read('docs/claims.html').includes(`href="${REPOSITORY}/blob/HEAD/docs/claims/A1.yaml"`));
});

test('Site_Navigation_ListsEveryPageOfDocs', { timeout: TIME_LIMIT }, () => {
  const listed = Object.values(NAVIGATION).flat();
  for (const name of readdirSync(join(ROOT, 'docs')).filter(file => file.endsWith('.md'))) {
    assert.ok(listed.includes(`docs/${name}`), name);
  }
  assert.equal(read('docs/claims.html').match(/<nav[^]*<\/nav>/)[0].match(/<a href/g).length, listed.length);
});

test('Site_Reports_ListsTheReportOfTheResult', { timeout: TIME_LIMIT }, () => {
  const report = result.replace('.json', '.html');
  assert.match(read(report), /<script id="result"/);
  assert.ok(existsSync(join(site, result)), 'The data is beside the report.');
  assert.ok(read(REPORTS.replace('README.md', 'index.html')).includes(report.slice('docs/results/'.length)));
});

for (const path of ['index.html', 'docs/claims.html']) {
  for (const theme of THEMES) {
    test(`Site_${path}_${theme}_IsAccessible`, { timeout: TIME_LIMIT }, () =>
      withPage(browser, pathToFileURL(join(site, path)), [390, 844], theme, async (page, faults) => {
        assert.deepEqual(faults, []);
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
        const [needed, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(needed <= width, `The page needs ${needed} pixels.`);
        assert.deepEqual(await accessibilityFaults(page), []);
      }));
  }
}

/** The kinds of elements of a page: their names with their classes. */
const elementsOf = html => [...html.replace(/<script[^]*?<\/script>/g, '')
  .matchAll(/<([a-z][a-z0-9]*)(?:[^>]*?\sclass="([^"]*)")?/g)].map(([, name, classes = '']) => `${name}.${classes}`);

/** The pages that have an element of a new kind, or all pages. Each report has a kind of its own. */
function choosePages() {
  const seen = new Set();
  return readdirSync(site, { recursive: true }).filter(path => path.endsWith('.html')).sort().filter(path => {
    const html = read(path);
    const isNew = elementsOf(html).filter(kind => !seen.has(kind)).map(kind => seen.add(kind)).length > 0;
    return isNew || html.includes('<script id="result"') || Boolean(process.env.EVERY_PAGE);
  });
}

test('Site_EachKindOfPageInBothThemes_IsAccessible', { timeout: 3 * TIME_LIMIT }, async test => {
  const [pages, found] = [choosePages(), []];
  const start = Date.now();
  for (const path of pages) {
    await withPage(browser, pathToFileURL(join(site, path)), [1280, 720], THEMES[0], async (page, faults) => {
      found.push(...faults.map(fault => `${path}: ${fault}`));
      for (const theme of THEMES) {
        await page.evaluate(name => { document.documentElement.dataset.theme = name; }, theme);
        found.push(...(await accessibilityFaults(page)).map(fault => `${path} ${theme}: ${fault}`));
      }
    });
  }
  test.diagnostic(`${pages.length} pages in ${Date.now() - start} ms: ${pages.join(', ')}`);
  assert.ok(pages.length > results.length);
  assert.deepEqual(found, []);
});

// Tests of the checks: each fault must be found.
const PAGE = '<title>One</title><h1 id="top">One</h1>';
const FAULTS = {
  'no title': '<h1>One</h1>',
  'no main heading': '<title>One</title><h2>One</h2>',
  'broken link two.html': `${PAGE}<a href="two.html">two</a>`,
  'broken link #end': `${PAGE}<a href="#top">top</a><a href="#end">end</a>`,
  'broken link x.png': `${PAGE}<img src="x.png">`,
  [`broken link ${REPOSITORY}/blob/HEAD/x.cs`]: `${PAGE}<a href="${REPOSITORY}/blob/HEAD/README.md">a</a>
    <a href="${REPOSITORY}/blob/HEAD/x.cs">x</a>`,
};
test('SiteFaults_PlantedFaults_AreFound', { timeout: TIME_LIMIT }, () => {
  const planted = join(folder, 'planted');
  mkdirSync(planted);
  for (const [fault, html] of Object.entries(FAULTS)) {
    writeFileSync(join(planted, 'one.html'), html);
    assert.deepEqual(siteFaults(planted, REPOSITORY, ROOT), [`one.html: ${fault}`]);
  }
});

test('RenderBarChart_WithoutAValueForEachName_IsRejected', { timeout: TIME_LIMIT }, () => {
  const source = readFileSync(join(ROOT, 'docs/webclient.md'), 'utf8').match(/```mermaid\n([^]*?)```/)[1];
  assert.equal(renderBarChart(source).match(/<i style/g).length, 3);
  assert.throws(() => renderBarChart(source.replace('[465, ', '[')), /a value for each name/);
  assert.throws(() => renderBarChart(source.replace('y-axis', 'z-axis')), /no y-axis/);
});
