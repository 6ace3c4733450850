// Checks the documentation site, with the reports of two results. The accessibility of a page is checked if it has an
// element of a kind that no page before it has: EVERY_PAGE=1 checks every page, with the reports of all results.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT, createFolder } from '../../../web/build/files.js';
import { THEMES, VIEWS, accessibilityFaults, useBrowser } from '../../../web/test/browser.js';
import { renderBarChart } from '../bar-chart.js';
import { NAVIGATION, writeSite } from '../site-pages.js';
import { REPORTS, findResults } from '../site-reports.js';
import { siteFaults } from './site-links.js';

const REPOSITORY = 'https://example.org/testbed';

const folder = createFolder();
const site = join(folder, 'site');
const everyResult = findResults();
const isInvalid = path => JSON.parse(readFileSync(join(ROOT, path), 'utf8')).validity.state === 'invalid';
const [result] = everyResult;
const results = process.env.EVERY_PAGE ? everyResult : [result, everyResult.findLast(isInvalid)];
const shared = useBrowser();
before(() => writeSite({ output: site, repository: REPOSITORY, results }));

const read = path => readFileSync(join(site, path), 'utf8');

test('Site_EveryPage_HasATitleAndNoBrokenLink', () => {
  assert.deepEqual(siteFaults(site, REPOSITORY), []);
  assert.ok(read('docs/webclient.html').includes('<table class="chart">'), 'The essay has its chart.');
  assert.ok(read('docs/claims.html').includes(`href="${REPOSITORY}/blob/HEAD/docs/claims/A1.yaml"`));
});

test('Site_Navigation_ListsEveryPageOfDocs', () => {
  const listed = Object.values(NAVIGATION).flat();
  for (const name of readdirSync(join(ROOT, 'docs')).filter(file => file.endsWith('.md'))) {
    assert.ok(listed.includes(`docs/${name}`), name);
  }
  assert.equal(read('docs/claims.html').match(/<nav[^]*<\/nav>/)[0].match(/<a href/g).length, listed.length);
});

test('Site_Reports_ListsTheReportOfTheResult', () => {
  const report = result.replace('.json', '.html');
  assert.match(read(report), /<script id="result"/);
  assert.ok(existsSync(join(site, result)), 'The data is beside the report.');
  assert.ok(read(REPORTS.replace('README.md', 'index.html')).includes(report.slice('docs/results/'.length)));
});

for (const [path, theme] of [['index.html', 'light'], ['docs/claims.html', 'dark']]) {
  test(`Site_${path.replace('/', '-')}OnAPhone_FitsInTheThemeOfTheReader`, async () => {
    const page = await shared.open(pathToFileURL(join(site, path)).href, [[390, 844], theme]);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    assert.deepEqual([...shared.faults, ...await widthFaults(page), ...await accessibilityFaults(page)], []);
  });
}

const widthFaults = page => page.evaluate(() => {
  const excess = document.documentElement.scrollWidth - innerWidth;
  return excess > 0 ? [`The page is ${excess} pixels too wide.`] : [];
});

/** The kinds of elements of a page: their names with their classes. */
const elementsOf = html => [...html.replace(/<script[^]*?<\/script>/g, '')
  .matchAll(/<([a-z][a-z0-9]*)(?:[^>]*?\sclass="([^"]*)")?/g)].map(([, name, classes = '']) => `${name}.${classes}`);

/** The shortest pages that have an element of a new kind, or all pages. */
function choosePages() {
  const seen = new Set();
  const pages = readdirSync(site, { recursive: true }).filter(path => path.endsWith('.html'));
  return pages.sort((one, other) => read(one).length - read(other).length).filter(path => {
    const isNew = elementsOf(read(path)).filter(kind => !seen.has(kind)).map(kind => seen.add(kind)).length > 0;
    return isNew || Boolean(process.env.EVERY_PAGE);
  });
}

test('Site_EachKindOfPageInBothThemes_IsAccessible', async test => {
  const [pages, found] = [choosePages(), []];
  for (const [i, path] of pages.entries()) {
    const [size, theme] = VIEWS[i % VIEWS.length];
    const page = await shared.open(pathToFileURL(join(site, path)).href, [size, theme]);
    const faults = [...shared.faults, ...await widthFaults(page), ...await accessibilityFaults(page)];
    const other = THEMES.find(name => name !== theme);
    await page.evaluate(name => { document.documentElement.dataset.theme = name; }, other);
    faults.push(...await accessibilityFaults(page, ['color-contrast']));
    found.push(...faults.map(fault => `${path} ${size.join('×')}: ${fault}`));
  }
  test.diagnostic(`${pages.length} pages: ${pages.join(', ')}`);
  assert.ok(pages.length > results.length);
  assert.deepEqual(found, []);
});

// A test of the checks: each fault must be found.
const PAGE = '<title>One</title><h1 id="top">One</h1>';
const FAULTS = {
  'no title': '<h1>One</h1>',
  'broken link #end': `${PAGE}<a href="#top">top</a><a href="#end">end</a>`,
  [`broken link ${REPOSITORY}/blob/HEAD/x.cs`]: `${PAGE}<a href="${REPOSITORY}/blob/HEAD/README.md">a</a>
    <a href="${REPOSITORY}/blob/HEAD/x.cs">x</a>`,
};
test('SiteFaults_PlantedFaults_AreFound', () => {
  const planted = join(folder, 'planted');
  mkdirSync(planted);
  for (const [fault, html] of Object.entries(FAULTS)) {
    writeFileSync(join(planted, 'one.html'), html);
    assert.deepEqual(siteFaults(planted, REPOSITORY), [`one.html: ${fault}`]);
  }
});

test('RenderBarChart_WithoutAValueForEachName_IsRejected', () => {
  const source = readFileSync(join(ROOT, 'docs/webclient.md'), 'utf8').match(/```mermaid\n([^]*?)```/)[1];
  assert.equal(renderBarChart(source).match(/<i style/g).length, 3);
  assert.throws(() => renderBarChart(source.replace('[465, ', '[')), /a value for each name/);
  assert.throws(() => renderBarChart(source.replace('y-axis', 'z-axis')), /no y-axis/);
});
