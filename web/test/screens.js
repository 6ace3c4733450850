// Finds what a room does not see of a page that it cannot scroll.
import { LARGE, PROJECTOR, finishAnimations, waitTwoFrames } from './browser.js';
import { smallText, unreadableText } from './unreadable-text.js';

/** A page below this width is on a phone, where it scrolls. */
const PHONE_WIDTH = 760;

/** What is read from the last row has a thirtieth of the height of the window. */
const lastRow = ([, height]) => height / 30;

/**
 * Looks at a page on a projector and on a large screen, or in windows of other sizes.
 * @param {(size: number[]) => number} [smallest] the least size of text in pixels, by the size of the window
 * @param {Page[]} [options.frames] the page, and the page that it shows inside
 * @returns {Promise<string[]>} one line for each fault
 */
export async function screenFaults(page, smallest = lastRow, { frames = [page], sizes = [PROJECTOR, LARGE] } = {}) {
  const found = [];
  for (const size of sizes) {
    const [width, height] = size;
    await page.setViewportSize({ width, height });
    await waitTwoFrames(page);
    const excess = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const lines = excess > 0 && width >= PHONE_WIDTH ? [`${excess} px too high`] : [];
    for (const frame of frames) {
      await finishAnimations(frame);
      lines.push(...await unreadableText(frame), ...await smallText(frame, smallest(size)));
    }
    found.push(...lines.map(line => `${width}×${height}: ${line}`));
  }
  return found;
}
