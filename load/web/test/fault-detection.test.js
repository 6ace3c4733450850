// Tests of the checks that other tests apply to report pages: each check must find a fault that is planted into a good
// page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { blankCharts } from './support/blank-charts.js';
import { SIZES, accessibilityFaults, launchBrowser, withPage } from './support/browser.js';
import { ReportPages } from './support/report-pages.js';
import { real } from './support/results.js';
import { unreadableText } from './support/unreadable-text.js';
import { wrongFigures } from './support/wrong-figures.js';

const pages = new ReportPages();
let browser;
let address;
before(async () => {
  browser = await launchBrowser();
  address = pages.write('closed', real.closed);
});
after(async () => {
  await browser?.close();
  pages.delete();
});

const figureFaults = page => wrongFigures(page, [real.closed]);
const pageErrors = (page, faults) => faults;

const cases = [
  ['BlankCharts_LineInPageColour', blankCharts, /blank .*percentile/, () => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '#percentiles * { stroke: transparent !important; fill: transparent !important }';
  }],
  ['BlankCharts_PageWithoutChart', blankCharts, /no chart/, () =>
    document.querySelectorAll('main section').forEach(section => section.remove())],
  ['UnreadableText_TextOutsideOfItsChart', unreadableText, /cut off/, () =>
    document.querySelector('#percentiles text').setAttribute('x', '-5')],
  ['UnreadableText_TextOverText', unreadableText, /overlapping/, () => {
    document.querySelector('h1').style.marginBottom = '-2rem';
  }],
  ['UnreadableText_PageWiderThanTheWindow', unreadableText, /wider/, () => {
    document.querySelector('h1').style.width = '200vw';
  }],
  ['WrongFigures_OtherNumber', figureFaults, /shows 7 for \S*requests,/, () => {
    document.querySelector('#outcomes [data-path$=requests]').textContent = '7';
  }],
  ['WrongFigures_NumberWithoutPath', figureFaults, /unknown origin/, () =>
    document.querySelector('#outcomes td').removeAttribute('data-path')],
  ['Accessibility_TextWithLowContrast', accessibilityFaults, /color-contrast/, () => {
    document.querySelector('.intro').style.color = '#ddd';
  }],
  ['SecurityPolicy_InjectedScript', pageErrors, /Content Security Policy/, () =>
    document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))],
  ['SecurityPolicy_RequestToAnotherHost', pageErrors, /Content Security Policy/, () =>
    document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' }))],
];

for (const [name, check, pattern, plantFault] of cases) {
  test(`${name}_IsFound`, () => withPage(browser, address, SIZES[1], 'light', async (page, faults) => {
    await page.evaluate(plantFault);
    assert.match((await check(page, faults)).join('\n'), pattern);
  }));
}
