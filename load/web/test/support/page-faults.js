// The checks that every report page must pass, regardless of its contents.
import { blankCharts } from './blank-charts.js';
import { accessibilityFaults, waitTwoFrames, withPage } from './browser.js';
import { unreadableText } from './unreadable-text.js';
import { wrongFigures } from './wrong-figures.js';

/**
 * @param {[[number, number], string][]} views window sizes and themes
 * @returns {Promise<string[]>} one line for each fault
 */
export async function pageFaults(browser, address, results, views) {
  const found = [];
  for (const [size, theme] of views) {
    await withPage(browser, address, size, theme, async (page, faults) => {
      const add = (state, lines) => found.push(...lines.map(line => `${size.join('×')} ${theme}${state}: ${line}`));
      add('', await blankCharts(page));
      add('', await unreadableText(page));
      add('', await wrongFigures(page, results));
      add('', await accessibilityFaults(page));
      await page.evaluate(() => document.querySelectorAll('details').forEach(details => { details.open = true; }));
      await waitTwoFrames(page);
      add(', with open tables', await unreadableText(page));
      add('', faults);
    });
  }
  return found;
}
