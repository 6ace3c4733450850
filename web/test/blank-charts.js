// Finds charts that show no data: compares a picture of the page with one in which the data is hidden.
import { waitTwoFrames } from './browser.js';

/** A chart is blank when fewer pixels than these differ; a single marker has more. */
const FEWEST_PIXELS = 25;

/** Pages that compare pictures, by their context. */
const comparers = new WeakMap();

/** @returns {Promise<string[]>} one line for each chart whose data cannot be seen */
export async function blankCharts(page, fullPage = true) {
  // In a narrow window, a wide table scrolls sideways, so its charts must be scrolled into view.
  await page.evaluate(() => document.querySelectorAll('.scrollable:has(svg.chart)').forEach(region =>
    region.querySelector('svg.chart').scrollIntoView({ block: 'nearest', inline: 'start' })));
  const size = page.viewportSize();
  if (fullPage) await growToPage(page, size);
  // JPEG takes half the time of PNG, and the same picture becomes the same file.
  const picture = { type: 'jpeg', quality: 100 };
  const withData = await page.screenshot(picture);
  const style = await page.addStyleTag({
    content: 'svg.chart .data, svg.chart .data * { visibility: hidden !important }',
  });
  const withoutData = await page.screenshot(picture);
  await style.evaluate(element => element.remove());
  const charts = await page.evaluate(() => {
    const visible = [...document.querySelectorAll('svg.chart')].filter(svg => svg.checkVisibility());
    return visible.map(svg => {
      const { x, y, width, height } = svg.getBoundingClientRect();
      return { label: svg.getAttribute('aria-label'), x, y, width, height };
    });
  });
  await page.setViewportSize(size);
  const counts = await countDifferences(page.context(), withData, withoutData, charts);
  return [
    ...charts.length === 0 ? ['no chart on the page'] : [],
    ...charts.flatMap(({ label }, i) => counts[i] < FEWEST_PIXELS ? [`blank (${counts[i]} pixels): ${label}`] : []),
  ];
}

/** Shows the whole page in the window. A picture of more than the window would draw the page anew meanwhile. */
async function growToPage(page, { width }) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  await waitTwoFrames(page);
}

/** @returns {Promise<number[]>} the number of different pixels in each box of two pictures */
async function countDifferences(context, one, other, boxes) {
  if (!comparers.has(context)) comparers.set(context, await context.newPage());
  return comparers.get(context).evaluate(async given => {
    const [first, second] = await Promise.all([given.one, given.other].map(decode));
    return given.boxes.map(box => countDifferent(first, second, box));

    async function decode(base64) {
      const image = new Image();
      image.src = `data:image/jpeg;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context;
    }

    function countDifferent(a, b, { x, y, width, height }) {
      const box = [Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)];
      const [left, right] = [a, b].map(context => context.getImageData(...box).data);
      let count = 0;
      for (let i = 0; i < left.length; i += 4) {
        const red = Math.abs(left[i] - right[i]);
        const green = Math.abs(left[i + 1] - right[i + 1]);
        const blue = Math.abs(left[i + 2] - right[i + 2]);
        if (red + green + blue > 60) count++;
      }
      return count;
    }
  }, { one: one.toString('base64'), other: other.toString('base64'), boxes });
}
