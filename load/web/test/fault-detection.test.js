// Tests of the tests: what is planted must be found.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, accessibility, open, withPage } from './support/browser.js';
import { wrongFigures } from './support/wrong-figures.js';
import { blankCharts } from './support/blank-charts.js';
import { Pages } from './support/report-pages.js';
import { real } from './support/results.js';
import { unreadable } from './support/unreadable-text.js';

const pages = new Pages();
let browser;
let address;
before(async () => {
  browser = await open();
  address = pages.write('closed', real.closed);
});
after(async () => {
  await browser?.close();
  pages.close();
});

const look = (plant, found, pattern) => withPage(browser, address, SIZES[1], 'light', async (page, faults) => {
  await page.evaluate(plant);
  assert.match((await found(page, faults)).join('\n'), pattern);
});

const faults = [
  ['a line in the colour of the page', () => document.head.append(Object.assign(document.createElement('style'), { textContent: '#percentiles * { stroke: transparent !important; fill: transparent !important }' })),
    blankCharts, /blank .*percentile/],
  ['a page without a chart', () => document.querySelectorAll('main section').forEach(section => section.remove()), blankCharts, /no chart/],
  ['text beyond its drawing', () => { document.querySelector('#percentiles text').setAttribute('x', '-5'); }, unreadable, /cut off/],
  ['text over text', () => { document.querySelector('h1').style.marginBottom = '-2rem'; }, unreadable, /overlapping/],
  ['a page wider than its window', () => { document.querySelector('h1').style.width = '200vw'; }, unreadable, /wider/],
  ['a wrong figure', () => { document.querySelector('#outcomes [data-path$=requests]').textContent = '7'; },
    page => wrongFigures(page, [real.closed]), /requests reads 7/],
  ['a figure from nowhere', () => { document.querySelector('#outcomes td').removeAttribute('data-path'); },
    page => wrongFigures(page, [real.closed]), /unknown origin/],
  ['text that is too pale', () => { document.querySelector('.lede').style.color = '#ddd'; }, accessibility, /color-contrast/],
  ['a script of somebody else', () => { document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' })); },
    (page, faults) => faults, /Content Security Policy/],
  ['a request to another host', () => { document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' })); },
    (page, faults) => faults, /Content Security Policy/],
];

for (const [fault, plant, found, pattern] of faults) test(`Found: ${fault}`, () => look(plant, found, pattern));
