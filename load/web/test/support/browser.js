// A headless Chromium, and pages in it that say what went wrong.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export const SIZES = [[1600, 1000], [1280, 720], [420, 900]];
export const THEMES = ['light', 'dark'];

export const open = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** @param {(page, faults: string[]) => Promise<void>} look faults are console errors and requests to anywhere */
export async function withPage(browser, address, [width, height], theme, look, query = '') {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  try {
    const page = await context.newPage();
    const faults = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', error => faults.push(String(error)));
    page.on('request', request => !/^(file|data|blob):/.test(request.url()) && faults.push(`request to ${request.url()}`));
    await page.goto(address + query);
    await page.evaluate(() => document.fonts.ready);
    await twoFrames(page);
    await look(page, faults);
  } finally {
    await context.close();
  }
}

/** After them what was drawn again is there. */
export const twoFrames = page => page.evaluate(() =>
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** @returns {Promise<string[]>} what hinders somebody. Past the page's policy, which lets no other script run. */
export async function accessibility(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.length} times, first ${nodes[0].target} ${nodes[0].any[0]?.message ?? ''}`);
}
