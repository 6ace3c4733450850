// Checks the documentation site, with the report of a result of the tests. The accessibility of a page is checked if
// it has an element of a kind that no page before it has: EVERY_PAGE=1 checks every page, with the reports of all
// results.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT, createFolder } from '../../../web/build/files.js';
import {
  LARGE, THEMES, VIEWS, accessibilityFaults, textOf, useBrowser, waitTwoFrames,
} from '../../../web/test/browser.js';
import { NAVIGATION, writeSite } from '../site-pages.js';
import { REPORTS, findResults } from '../site-reports.js';
import { TALK } from '../site-talk.js';
import { siteFaults } from './site-links.js';

const REPOSITORY = 'https://example.org/testbed';

const folder = createFolder();
const site = join(folder, 'site');
const result = 'web/test/results/compare.json';
const results = [result, ...process.env.EVERY_PAGE ? findResults() : []];
const shared = useBrowser();
before(() => writeSite({ output: site, repository: REPOSITORY, results }));

const read = path => readFileSync(join(site, path), 'utf8');

test('Site_EveryPage_HasATitleAndNoBrokenLink', () => {
  assert.deepEqual(siteFaults(site, REPOSITORY), []);
  assert.ok(existsSync(join(site, 'docs/blocking.svg')), 'The essay has its picture.');
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
  assert.ok(read(REPORTS.replace('README.md', 'index.html')).includes(report.split('/').at(-1)));
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

const HOME = pathToFileURL(join(site, 'index.html')).href;

/** The number on the stage. */
const rateOf = async page => Number((await textOf(page, '#rps')).replace(/\s/g, ''));

test('Home_Press5_ShowsAFifthOfTheRateWithinASecondWithoutARequest', async () => {
  const page = await shared.newPage();
  const requests = [];
  page.on('request', request => requests.push(request.url()));
  await page.clock.install({ time: 0 });
  await page.goto(HOME);
  await page.clock.pauseAt(60_000);
  const before = await rateOf(page);
  const loaded = requests.length;
  await page.keyboard.press('5');
  await page.clock.runFor(1000);
  assert.ok(before > 0 && await rateOf(page) < before / 5, `${await rateOf(page)} after ${before}`);
  assert.equal(await textOf(page, '#variant'), 'read-as-async-2014');
  assert.match(await textOf(page, '#sentence'), /read-as-async-2014: 1\/\d+ of string-jsonconvert in this recording/);
  assert.deepEqual(await page.locator('#throughput .ghost').evaluateAll(all => all.map(one => one.dataset.variant)),
    ['string-jsonconvert']);

  await page.clock.runFor(20_000);
  assert.deepEqual(requests.slice(loaded), []);
  const files = requests.filter(url => !url.startsWith('data:')).map(url => statSync(fileURLToPath(url)).size);
  const size = files.reduce((sum, one) => sum + one);
  assert.ok(size < 400_000, `${size} bytes`);
});

test('Home_Pause_StopsTheChartUntilPlay', async () => {
  const page = await shared.newPage();
  await page.clock.install({ time: 0 });
  await page.goto(HOME);
  await page.clock.pauseAt(60_000);
  const changesIn = async seconds => {
    const before = await page.innerHTML('#throughput');
    await page.clock.runFor(1000 * seconds);
    return before !== await page.innerHTML('#throughput');
  };
  assert.equal(await changesIn(2), true);
  await page.click('#pause');
  assert.equal(await changesIn(2), false);
  await page.click('#pause');
  assert.equal(await changesIn(2), true);
});

test('Home_WithReducedMotion_IsAStillChartThatKeysAndButtonsChange', async () => {
  const page = await shared.open(HOME, [LARGE, 'dark']);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.reload();
  await waitTwoFrames(page);
  const drawn = await page.innerHTML('#throughput');
  await page.waitForTimeout(600);
  assert.equal(await page.innerHTML('#throughput'), drawn);
  assert.equal(await page.isVisible('#pause'), false);
  const names = await page.locator('#keys button span').allTextContents();
  assert.equal(names.length, 10);
  for (const [i, name] of names.entries()) {
    if (i % 2) await page.keyboard.press(`${(i + 1) % 10}`);
    else await page.click(`#keys [data-variant="${name}"]`);
    assert.equal(await textOf(page, '#variant'), name);
    assert.equal(await page.getAttribute('#keys [aria-pressed="true"]', 'data-variant'), name);
    const [address, part] = (await page.getAttribute('#sentence a', 'href')).split('#');
    assert.ok(part ? read('index.html').includes(` id="${part}"`) : existsSync(join(site, address)), address);
  }
  assert.notEqual(await page.innerHTML('#throughput'), drawn);
  assert.deepEqual([...shared.faults, ...await widthFaults(page), ...await accessibilityFaults(page)], []);
});

test('Talk_EachRecordedAct_PlaysOnAPageOfItsOwn', async () => {
  const list = read(TALK.replace('README.md', 'index.html'));
  const acts = readdirSync(join(ROOT, 'docs/talk')).filter(name => name.endsWith('.yaml'));
  const recorded = acts.filter(name =>
    existsSync(join(ROOT, 'docs/talk/recordings', name.replace('.yaml', '.events.ndjson'))));
  assert.equal(list.match(/<main[^]*<\/main>/)[0].match(/<tr>/g).length, 1 + acts.length);
  assert.ok(recorded.length > 0);
  for (const name of recorded) {
    const address = name.replace('.yaml', '.html');
    assert.ok(list.includes(`href="${address}`), address);
    const page = await shared.open(pathToFileURL(join(site, 'docs/talk/recordings', address)).href);
    assert.match(await textOf(page, '.recorded'), /^recorded \d{4}-/);
    assert.deepEqual(shared.faults, []);
    assert.ok(await page.locator('footer button').evaluateAll(buttons =>
      buttons.every(button => button.getBoundingClientRect().right <= innerWidth)), 'The keys fit.');
    // Also a board says that it is recorded.
    const board = encodeURIComponent(JSON.stringify({ number: 'good', broken: 'threads' }));
    await page.goto(`${page.url()}#board=${board}`);
    await page.reload();
    assert.equal(await page.isVisible('.recorded'), true);
  }
  assert.match(read('index.html'), new RegExp(`Play the talk \\(${recorded.length} acts\\)`));
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
  'broken link #end': `${PAGE}<a href="#top">top</a><a href="#a=b">b</a><a href="#end">end</a>`,
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
