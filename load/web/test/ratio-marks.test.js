import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, launchBrowser, withPage } from './support/browser.js';
import { ReportPages } from './support/report-pages.js';
import { real, states } from './support/results.js';

const pages = new ReportPages();
let browser;
before(async () => { browser = await launchBrowser(); });
after(async () => {
  await browser?.close();
  pages.delete();
});

/** The marks of the comparison table, each with the panel in which it is drawn, its value and its place in pixels. */
const readMarks = page => page.evaluate(() => {
  const ticks = [...document.querySelectorAll('.comparison thead [data-panel]')].map(tick =>
    ({ panel: tick.dataset.panel, value: Number(tick.textContent), x: Number(tick.getAttribute('x')) }));
  const marks = [...document.querySelectorAll('.comparison tbody [data-panel] [data-value]')].map(mark => {
    const { x, width } = mark.getBBox();
    return { panel: mark.closest('[data-panel]').dataset.panel, value: Number(mark.dataset.value), x: x + width / 2,
      kind: mark.getAttribute('class') };
  });
  const shapes = [...document.querySelectorAll('.comparison tbody tr:not(.base) [data-panel] :is(path, circle)')];
  const unnamed = shapes.filter(shape => !shape.closest('[data-value]') && !shape.classList.contains('clipped'));
  return { ticks, marks, unnamed: unnamed.length };
});

/** The place of a value on a panel, by two ticks of its logarithmic axis. */
function placeOf(value, ticks) {
  const [first, last] = [ticks[0], ticks.at(-1)];
  const share = Math.log(value / first.value) / Math.log(last.value / first.value);
  return first.x + share * (last.x - first.x);
}

for (const [name, result] of [['compare', real.compare], ['noise', states['noise-and-marks']]]) {
  test(`ComparisonTable_${name}_EachMarkLiesAtItsValueOrIsClipped`, async () => {
    await withPage(browser, pages.write(`marks-${name}`, result), SIZES[1], 'light', async page => {
      const { ticks, marks, unnamed } = await readMarks(page);
      assert.equal(unnamed, 0, 'a mark has neither a value nor the class of clipped marks');
      for (const { panel, value, x, kind } of marks) {
        const expected = placeOf(value, ticks.filter(tick => tick.panel === panel));
        assert.ok(Math.abs(x - expected) <= 1, `${kind} of ${value} in panel ${panel}: at ${x}, not at ${expected}`);
      }
      const drawn = new Set(marks.filter(({ kind }) => kind === 'estimate').map(({ value }) => value));
      const values = result.variants.flatMap(({ ratio }) => ratio ? [ratio.value] : []);
      for (const value of values) assert.ok(drawn.has(value), `${value} is not drawn`);
    });
  });
}
