// All that is asked of a page, whatever it shows.
import { accessibility, twoFrames, withPage } from './browser.js';
import { wrongFigures } from './wrong-figures.js';
import { blankCharts } from './blank-charts.js';
import { unreadable } from './unreadable-text.js';

/**
 * @param {[[number, number], string][]} views sizes and themes
 * @returns {Promise<string[]>} a line for each fault
 */
export async function faultsOf(browser, address, results, views) {
  const found = [];
  for (const [size, theme] of views) {
    await withPage(browser, address, size, theme, async (page, faults) => {
      const say = (more, lines) => found.push(...lines.map(line => `${size.join('×')} ${theme}${more}: ${line}`));
      say('', [...await blankCharts(page), ...await unreadable(page), ...await wrongFigures(page, results), ...await accessibility(page)]);
      // What is folded up is a part of the page too.
      await page.evaluate(() => document.querySelectorAll('details').forEach(one => { one.open = true; }));
      await twoFrames(page);
      say(', unfolded', await unreadable(page));
      say('', faults);
    });
  }
  return found;
}
