// How the live page looks in every state: drawn from the events of real results, and of what became of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SIZES, THEMES, accessibility, open, twoFrames, withPage } from '../support/browser.js';
import { blankCharts } from '../support/blank-charts.js';
import { real, states } from '../support/results.js';
import { unreadable } from '../support/unreadable-text.js';
import { eventsOf, helloOf } from './result-events.js';
import { telling } from './test-servers.js';

let browser;
before(async () => { browser = await open(); });
after(() => browser?.close());

const everywhere = SIZES.flatMap(size => THEMES.map(theme => [size, theme]));
const somewhere = [[SIZES[1], 'dark'], [SIZES[2], 'light']];

const isSlice = ({ type }) => type === 'slice';
const middleOf = events => events.slice(0, events.findLastIndex((event, i) => isSlice(event) && i < events.length * 0.6));

const all = { ...real, ...states };
const cases = Object.entries(all).flatMap(([name, result]) => {
  const events = eventsOf(result);
  const views = name in real ? everywhere : somewhere;
  return [[name, result, events, views], ...name === 'compare' ? [[`${name}-under-way`, result, middleOf(events), views]] : []];
});

for (const [name, result, events, views] of cases) {
  test(`Live_Of_${name}_IsDrawnAndCanBeRead`, async () => {
    const server = await telling(helloOf(result, { control: true }), events);
    const found = [];
    try {
      for (const [size, theme] of views) {
        await withPage(browser, server.address, size, theme, async (page, faults) => {
          await page.waitForFunction(isTold, events.filter(isSlice).length);
          await twoFrames(page);
          const elsewhere = faults.filter(fault => !fault.startsWith(`request to ${server.address}`));
          const here = [...elsewhere, ...await blankCharts(page), ...await unreadable(page), ...await accessibility(page), ...await tooSmall(page, size)];
          found.push(...here.map(fault => `${size.join('×')} ${theme}: ${fault}`));
        }, `?theme=${theme}#token=t`);
      }
    } finally {
      await server.close();
    }
    assert.deepEqual(found, []);
  });
}

// Runs in the page.
const isTold = slices => document.querySelector('#tape svg')?.getAttribute('aria-label').startsWith(`${slices} slices`);

/** Of a room, not of a hand. */
const tooSmall = (page, [width]) => width < 760 ? [] : page.evaluate(() => {
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const faults = root < Math.min(innerHeight / 46, innerWidth / 81) ? [`a rem is ${root} px`] : [];
  for (const element of document.querySelectorAll('#page *')) {
    const isText = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    if (isText && parseFloat(getComputedStyle(element).fontSize) < root - 0.01) faults.push(`smaller than 1 rem: ${element.textContent.slice(0, 40)}`);
  }
  return faults;
});
