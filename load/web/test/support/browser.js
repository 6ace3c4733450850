// A headless Chromium, and pages in it that record their faults.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export const SIZES = [[1600, 1000], [1280, 720], [420, 900]];
export const THEMES = ['light', 'dark'];

export const launchBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/**
 * Opens a page, waits until it is drawn, and closes it after the check.
 * @param {(page, faults: string[]) => Promise<void>} check gets the console errors and the network requests as faults
 */
export async function withPage(browser, address, [width, height], theme, check, query = '') {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  try {
    const page = await context.newPage();
    const faults = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', error => faults.push(String(error)));
    page.on('request', request =>
      !/^(file|data|blob):/.test(request.url()) && faults.push(`request to ${request.url()}`));
    await page.goto(address + query);
    await page.evaluate(() => document.fonts.ready);
    await waitTwoFrames(page);
    await check(page, faults);
  } finally {
    await context.close();
  }
}

/** Waits until a scheduled drawing is visible. */
export const waitTwoFrames = page => page.evaluate(() =>
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Runs axe in the page. It is injected by the debugger, because the policy of the page allows no other script.
 * @returns {Promise<string[]>} one line for each accessibility violation
 */
export async function accessibilityFaults(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  const { violations } = await page.evaluate(async () => {
    const options = { resultTypes: ['violations'] };
    // A selector for every element takes a quarter of the time, and only the message of a violation needs it.
    const quick = await window.axe.run({ ...options, selectors: false });
    return quick.violations.length === 0 ? quick : window.axe.run(options);
  });
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.length} elements, of which the first is ${nodes[0].target}. ${nodes[0].any[0]?.message ?? ''}`);
}
