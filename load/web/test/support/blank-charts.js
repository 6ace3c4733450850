// Whether charts show their data: what is drawn, against the same page with its data hidden, pixel by pixel.

// Of a chart's data; a marker has more.
const LEAST = 25;

/** @returns {Promise<string[]>} a line for each chart whose data cannot be seen */
export async function blankCharts(page) {
  // A wide table in a narrow window scrolls.
  await page.evaluate(() => document.querySelectorAll('.scrolls:has(svg.chart)').forEach(box =>
    box.querySelector('svg.chart').scrollIntoView({ block: 'nearest', inline: 'start' })));
  const shown = await page.screenshot({ fullPage: true });
  const hidden = await page.addStyleTag({ content: 'svg.chart .data, svg.chart .data * { visibility: hidden !important }' });
  const without = await page.screenshot({ fullPage: true });
  await hidden.evaluate(style => style.remove());
  const charts = await page.evaluate(() => [...document.querySelectorAll('svg.chart')].filter(svg => svg.checkVisibility()).map(svg => {
    const box = svg.getBoundingClientRect();
    return { label: svg.getAttribute('aria-label'), x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
  }));
  const differing = await compare(page.context(), shown, without, charts);
  return [
    ...charts.length === 0 ? ['no chart at all'] : [],
    ...charts.flatMap(({ label }, i) => differing[i] < LEAST ? [`blank (${differing[i]}): ${label}`] : []),
  ];
}

async function compare(context, one, other, boxes) {
  const page = await context.newPage();
  try {
    return await page.evaluate(async given => {
      const [first, second] = await Promise.all([given.one, given.other].map(pixels));
      return given.boxes.map(box => differing(first, second, box));

      async function pixels(base64) {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const paper = canvas.getContext('2d');
        paper.drawImage(image, 0, 0);
        return paper;
      }

      function differing(a, b, { x, y, width, height }) {
        const [left, right] = [a, b].map(paper => paper.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)).data);
        let count = 0;
        for (let i = 0; i < left.length; i += 4) {
          if (Math.abs(left[i] - right[i]) + Math.abs(left[i + 1] - right[i + 1]) + Math.abs(left[i + 2] - right[i + 2]) > 60) count++;
        }
        return count;
      }
    }, { one: one.toString('base64'), other: other.toString('base64'), boxes });
  } finally {
    await page.close();
  }
}
