// A headless Chromium for the tests of a file, with one page that records its faults and is used by one test after
// another: opening a page takes several times as long as loading one. A test that fails leaves pictures of its pages.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { ROOT } from '../build/files.js';
import { launchChromium } from '../build/packages.js';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The folder for the pictures of tests that failed. */
const ARTIFACTS = `${ROOT}artifacts/browse/`;

/** The longest time of a step, in milliseconds: only a step that hangs takes so long, however busy the machine is. */
export const TIME_LIMIT = 180_000;

export const THEMES = ['light', 'dark'];
export const PROJECTOR = [1024, 768];
const LAPTOP = [1280, 720];
export const LARGE = [1920, 1080];
const PHONE = [420, 900];

/** Each size and each theme. What is shown in many states is shown in one of these views in each of them. */
export const VIEWS = [[LAPTOP, 'light'], [PROJECTOR, 'dark'], [LARGE, 'light'], [PHONE, 'dark']];

/** The largest page is looked at once in each theme. */
export const TYPICAL_VIEWS = [VIEWS[0], VIEWS[3]];

/** Gives all tests of a file one browser. Its other pages are closed after each test. */
export function useBrowser() {
  let page;
  const shared = { browser: null, faults: [], open, newPage };
  before(async () => {
    shared.browser = await launchChromium({ timeout: TIME_LIMIT });
  });
  afterEach(async test => {
    for (const context of shared.browser.contexts()) {
      if (!test.passed) await takePictures(test.name, context.pages().filter(other => other.url() !== 'about:blank'));
      if (context !== page?.context()) await context.close();
    }
    // What the page does afterwards, such as connect again, is no fault of the next test.
    await page?.goto('about:blank');
  });
  after(() => shared.browser?.close());
  return shared;

  async function newPage() {
    const context = await shared.browser.newContext({ viewport: { width: LAPTOP[0], height: LAPTOP[1] } });
    context.setDefaultTimeout(TIME_LIMIT);
    return context.newPage();
  }

  /** Loads an address into the page, and waits until it is drawn. Faults are console errors and network requests. */
  async function open(address, [[width, height], colorScheme] = VIEWS[0]) {
    if (!page) {
      page = await newPage();
      page.on('console', message =>
        ['error', 'warning'].includes(message.type()) && shared.faults.push(message.text()));
      page.on('pageerror', error => shared.faults.push(String(error)));
      page.on('request', request =>
        !/^(file|data|blob):/.test(request.url()) && shared.faults.push(`request to ${request.url()}`));
    }
    shared.faults.length = 0;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, media: null, reducedMotion: null });
    await page.goto(address);
    await page.evaluate(() => document.fonts.ready);
    await waitTwoFrames(page);
    return page;
  }
}

async function takePictures(name, pages) {
  mkdirSync(ARTIFACTS, { recursive: true });
  for (const [i, page] of pages.entries()) {
    // A page that no longer draws must not hide why the test failed.
    await page.screenshot({ path: join(ARTIFACTS, `${name}-${i + 1}.png`), timeout: 20_000 }).catch(() => {});
  }
}

/** The text of an element, in one line. */
export const textOf = async (page, selector) => (await page.textContent(selector)).replace(/\s+/g, ' ').trim();

/** Waits until a scheduled drawing is visible. */
export const waitTwoFrames = page => page.evaluate(() =>
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Ends what moves or fades in: until then, text has neither the place nor the contrast that it is read with. */
export const finishAnimations = page => page.evaluate(() => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).forEach(animation => animation.finish()));

/**
 * Runs axe in the page. It is injected by the debugger, because the policy of the page allows no other script.
 * @param {string[]} [rules] the rules to check, if not all
 * @returns {Promise<string[]>} one line for each accessibility violation
 */
export async function accessibilityFaults(page, rules) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `window.axe || (() => {${AXE}})()` });
  await session.detach();
  await finishAnimations(page);
  const { violations } = await page.evaluate(async runOnly => {
    const options = { resultTypes: ['violations'], preload: false, ...runOnly && { runOnly } };
    // A selector for every element takes a quarter of the time, and only the message of a violation needs it.
    const quick = await window.axe.run({ ...options, selectors: false });
    return quick.violations.length === 0 ? quick : window.axe.run(options);
  }, rules);
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.length} elements, of which the first is ${nodes[0].target}. ${nodes[0].any[0]?.message ?? ''}`);
}
