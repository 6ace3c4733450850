// Tests of the checks that other tests apply to pages: each check must find a fault that is planted into a good page.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { blankCharts } from '../blank-charts.js';
import { accessibilityFaults, useBrowser } from '../browser.js';
import { real } from '../results.js';
import { screenFaults } from '../screens.js';
import { unreadableText } from '../unreadable-text.js';
import { writeReports } from './report-pages.js';
import { wrongFigures } from './wrong-figures.js';

const shared = useBrowser();
let reports;
before(() => { reports = writeReports({ closed: real.closed, compare: real.compare }); });

const cases = [
  ['BlankCharts_LineInPageColour', blankCharts, /blank .*percentile/, () => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '#percentiles * { stroke: transparent !important; fill: transparent !important }';
  }],
  ['UnreadableText_TextOutsideOfItsChart', unreadableText, /cut off/, () =>
    document.querySelector('#percentiles text').setAttribute('x', '-5')],
  ['UnreadableText_ChartOutsideOfItsRegion', unreadableText, /cut off/, () => {
    document.querySelector('#percentiles').style.cssText = 'height: 3rem; overflow: hidden';
  }],
  ['Screens_SmallText', page => screenFaults(page, () => 10), /1024×768: text below 10\.0 px/, () => {
    document.querySelector('h1').style.fontSize = '9px';
  }],
  ['Screens_HighPage', page => screenFaults(page, () => 10), /1920×1080: \d+ px too high/, () => {
    document.body.style.minHeight = '3000px';
  }],
  ['UnreadableText_TextOverText', unreadableText, /overlapping/, () => {
    document.querySelector('h1').style.marginBottom = '-2rem';
  }],
  ['WrongFigures_OtherNumber', page => wrongFigures(page, real.closed), /shows 7 for \S*requests,/, () => {
    document.querySelector('#outcomes [data-path$=requests]').textContent = '7';
  }],
  ['WrongFigures_OtherWords', page => wrongFigures(page, real.compare), /says 2 to 9 % faster of variants/, () => {
    document.querySelector('#bars tr:not(.base) .words').textContent = '2 to 9 % faster';
  }, 'compare'],
  ['Accessibility_TextWithLowContrast', accessibilityFaults, /color-contrast/, () => {
    document.querySelector('.intro').style.color = '#ddd';
  }],
  ['SecurityPolicy_InjectedScript', () => shared.faults, /Content Security Policy/, () =>
    document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))],
];

for (const [name, check, pattern, plantFault, report = 'closed'] of cases) {
  test(`${name}_IsFound`, async () => {
    const page = await shared.open(reports[report]);
    await page.evaluate(plantFault);
    assert.match((await check(page)).join('\n'), pattern);
  });
}
