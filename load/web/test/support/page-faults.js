// The checks that every report page must pass, regardless of its contents.
import { blankCharts } from './blank-charts.js';
import { accessibilityFaults, waitTwoFrames } from './browser.js';
import { unreadableText } from './unreadable-text.js';
import { wrongFigures } from './wrong-figures.js';

/** @returns {Promise<string[]>} one line for each fault that is seen on a page, whose tables it opens */
export async function pageFaults(page, results, checksAccessibility) {
  const found = [
    ...await blankCharts(page), ...await unreadableText(page), ...await wrongFigures(page, results),
    ...checksAccessibility ? await accessibilityFaults(page) : [],
  ];
  await page.evaluate(() => document.querySelectorAll('details').forEach(details => { details.open = true; }));
  await waitTwoFrames(page);
  return [...found, ...(await unreadableText(page)).map(line => `with open tables: ${line}`)];
}
