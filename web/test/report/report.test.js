// Checks the report of a measured result of each kind and of states that are rare, each in one size and theme, and that
// of a comparison in both themes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { blankCharts } from '../blank-charts.js';
import {
  TYPICAL_VIEWS, VIEWS, accessibilityFaults, textOf, useBrowser, waitTwoFrames,
} from '../browser.js';
import { real, repetitions, states } from '../results.js';
import { unreadableText } from '../unreadable-text.js';
import { writeReports } from './report-pages.js';
import { wrongFigures } from './wrong-figures.js';

/** The size of the largest report, in bytes. */
const SIZE_LIMIT = 500_000;

const results = { ...real, ...states };
const shared = useBrowser();
let reports;
before(() => { reports = writeReports(results); });

const { compare, bursts, soak, closed } = real;

/** What each report shows, in addition to having no faults. */
const contents = {
  async invalid(page) {
    assert.match(await textOf(page, 'h1'), /INVALID.*Do not quote/);
    assert.equal(await page.locator('h1 .amount').count(), 0);
    assert.match(await textOf(page, '.points'), /Load tool's own CPU: 1\.31 of 2 cores.*fewer connections/);
    assert.equal(await page.locator('.verdict', { hasText: 'withheld' }).count(), 8);
    assert.equal(await page.locator('h2', { hasText: /\d/ }).count(), 0);
    assert.match(await textOf(page, '.legend'), /INVALID/);
  },

  async busy(page) {
    const trust = await textOf(page, '.trust');
    assert.match(trust, /! BUSY.*other programs used 36 % of the CPU.*Only ratios above 1\.5 or below/);
    const rows = await page.locator('#bars tbody tr:not(.base)').evaluateAll(all => all.map(row =>
      [row.querySelector('.words').textContent, row.classList.contains('withheld')]));
    assert.deepEqual(rows.map(([words]) => /^at least \d+ times slower$/.test(words)), [true, ...Array(7).fill(false)]);
    for (const [words, isWithheld] of rows) assert.equal(isWithheld, words === 'too busy to tell', words);
    assert.equal(await page.locator('section h2', { hasText: /\d/ }).count(), 0);
    await page.click('[data-metric=allocation]');
    assert.equal(await page.locator('#bars .withheld').count(), 1, 'That of one other variant only is close to 1.');
  },

  async 'cut-short'(page) {
    assert.match(await textOf(page, '.trust'), /CUT SHORT/);
    assert.match(await textOf(page, 'h1'), /Stopped after 3 rounds/);
    assert.match(await textOf(page, '#parts thead'), /by batch of rounds123$/);
  },

  async crowded(page) {
    assert.match(await textOf(page, '.trust h2'), /✓ VALID$/);
    assert.match(await textOf(page, '#outcomes'), /503.*timeout/);
    assert.match(await textOf(page, '#comparison thead'), /^(?!.*Throughput).*Goodput/);
    const headings = await page.locator('#comparison .data thead th').allTextContents();
    assert.deepEqual(headings.filter(heading => heading.endsWith('CPU ms')),
      ['target CPU ms', 'database CPU ms', 'back-end CPU ms']);
    await assertMarksLieAtTheirValues(page, states.crowded);
  },

  async failures(page) {
    const outcomes = await textOf(page, '#outcomes');
    assert.match(outcomes, /no answer within the time limit.*Try less load/);
    assert.match(outcomes, /no connection <b>at all<\/b>/);
    assert.match(await textOf(page, '#outcomes thead'), /unfinished when stopped/);
    assert.equal(await page.locator('#outcomes b').count(), 0);
    assert.match(await textOf(page, '#phases thead'), /connect mean.*first byte p50.*body p99.*connections opened/);
    assert.doesNotMatch(await textOf(page, '#phases thead'), /TLS/);
  },

  async 'no-metrics'(page) {
    assert.equal(await page.locator('#comparison details').count(), 0);
    assert.doesNotMatch(await textOf(page, 'main'), /CPU ms/);
    assert.equal(await page.locator('#comparison tbody tr').count(), 9);
    assert.deepEqual(await page.locator('[data-metric]').allTextContents(), ['Throughput', 'Memory', 'p99']);
  },

  async 'hostile-names'(page) {
    assert.doesNotMatch(await page.title(), /^run$/);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 3);
    const names = await page.locator('#comparison-table tbody .name').allTextContents();
    const expected = states['hostile-names'].variants.map(({ name }) => name);
    assert.deepEqual(names.map(name => name.trim()).sort(), expected.sort());
  },

  async 'fifteen-variants'(page) {
    const { length } = readFileSync(new URL(reports['fifteen-variants']));
    assert.ok(length < SIZE_LIMIT, `${length} bytes`);
    const looks = await page.locator('.legend button svg').evaluateAll(all => all.map(svg => svg.innerHTML));
    assert.equal(new Set(looks).size, 15);
  },

  async compare(page) {
    const { variants } = compare;
    const lines = await page.locator('.trust p').count();
    assert.ok(lines > 0 && lines <= 4, `${lines} lines`);
    assert.match(await textOf(page, '.trust'), /✓ VALID One start, 241\s?071 requests, 0 errors/);
    for (const { name, ratio } of variants.filter(variant => variant.ratio)) {
      const row = page.locator('#bars tbody tr', { has: page.getByText(name, { exact: true }) });
      const words = await row.locator('.words').textContent();
      assert.equal(/faster|slower/.test(words), ['faster', 'slower'].includes(ratio.verdict), `${name}: ${words}`);
    }
    // Nine lines were once in one chart. Now each has a small one, with the baseline in it.
    assert.equal(await page.locator('#throughput-by-part path.baseline').count(), variants.length - 1);
    await assertMarksLieAtTheirValues(page, compare);
    await assertMemoryIsInProportion(page, variants.map(({ processes }) => processes.target.anonymous_mb));
  },

  async 'nothing-but-errors'(page) {
    const empty = await page.locator('svg text', { hasText: 'not known' }).evaluateAll(all =>
      all.map(text => text.closest('figure').querySelector('#cpu-by-part') !== null));
    assert.deepEqual(empty, [true], 'One variant has no CPU time.');
  },

  async soak(page) {
    assert.equal(await page.locator('#over-time tbody tr').count(), soak.variants[0].parts.length);
  },

  async bursts(page) {
    for (const id of ['throughput-by-size', 'threads-by-size', 'queue-by-size']) {
      assert.equal(await page.locator(`#${id} svg g[transform]`).count(), bursts.variants[0].parts.length, id);
    }
    // A straight line once looked like a take-off: of the two axes, only that of the sizes was logarithmic.
    const sizes = bursts.variants[0].parts.map(({ requests }) => requests);
    const placesOf = id => page.locator(`#${id} svg g[transform]`).evaluateAll(marks =>
      marks.map(mark => mark.transform.baseVal[0].matrix.e));
    const shareOf = ([first, second, ...rest]) => (second - first) / (rest.at(-1) - first);
    for (const [id, scale] of [['throughput-by-size', Math.log], ['threads-by-size', Number]]) {
      const [shown, expected] = [shareOf(await placesOf(id)), shareOf(sizes.map(scale))];
      assert.ok(Math.abs(shown - expected) < 0.01, `${id}: ${shown} instead of ${expected}`);
    }
    assert.match(await page.textContent('figure:has(#throughput-by-size) figcaption'), /logarithmic/);
  },

  async 'merged-bursts'(page) {
    for (const id of ['threads-by-size', 'queue-by-size']) {
      assert.equal(await page.locator(`#${id} svg`).count(), 1, id);
    }
    assert.match(await page.textContent('#sizes thead'), /target threads/);
  },

  async closed(page) {
    const headings = await page.locator('#cost thead th').allTextContents();
    assert.deepEqual(headings.slice(1).sort(), Object.keys(closed.variants[0].processes).sort());
  },
};

async function checkReport(address, view, result, content, checksAccessibility = true) {
  const page = await shared.open(address, view);
  await content?.(page);
  const found = [
    ...await blankCharts(page), ...await unreadableText(page), ...await wrongFigures(page, result),
    ...checksAccessibility ? await accessibilityFaults(page) : [],
  ];
  await page.evaluate(() => document.querySelectorAll('details').forEach(details => { details.open = true; }));
  await waitTwoFrames(page);
  found.push(...(await unreadableText(page)).map(line => `with open tables: ${line}`));
  assert.deepEqual([...found, ...shared.faults], []);
}

for (const [i, [name, result]] of Object.entries(results).entries()) {
  for (const view of name === 'compare' ? TYPICAL_VIEWS : [VIEWS[(i + 1) % VIEWS.length]]) {
    test(`Report_${name}In${view.flat().join('-')}_HasNoFaultsAndItsContents`, () =>
      checkReport(reports[name], view, result, contents[name], !repetitions.includes(name)));
  }
}

/** Checks that each mark of the comparison table lies at its value on a logarithmic axis. */
async function assertMarksLieAtTheirValues(page, { variants }) {
  const { ticks, marks, unnamed } = await page.evaluate(() => {
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
  assert.equal(unnamed, 0, 'a mark has neither a value nor the class of clipped marks');
  for (const { panel, value, x, kind } of marks) {
    const axis = ticks.filter(tick => tick.panel === panel);
    if (axis.length < 2) continue; // In a narrow window an axis has one tick.
    const [first, last] = [axis[0], axis.at(-1)];
    const expected = first.x + Math.log(value / first.value) / Math.log(last.value / first.value) * (last.x - first.x);
    assert.ok(Math.abs(x - expected) <= 1, `${kind} of ${value} in panel ${panel}: at ${x}, not at ${expected}`);
  }
  const drawn = new Set(marks.filter(({ kind }) => kind === 'estimate').map(({ value }) => value));
  const values = variants.flatMap(({ ratio }) => ratio ? [ratio.value] : []);
  for (const value of values) assert.ok(drawn.has(value), `${value} is not drawn`);
}

async function assertMemoryIsInProportion(page, sizes) {
  const places = await page.locator('#memory-0 .under-load').evaluateAll(marks =>
    marks.map(mark => Number(mark.getAttribute('cx'))));
  assert.equal(places.length, sizes.length);
  const [zero, first] = await page.locator('#memory-0 .data line').first().evaluate(line =>
    ['x1', 'x2'].map(end => Number(line.getAttribute(end))));
  assert.equal(first, places[0]);
  const [most, least] = [Math.max(...places), Math.min(...places)].map(place => place - zero);
  assert.ok(Math.abs(most / least / (Math.max(...sizes) / Math.min(...sizes)) - 1) < 0.01);
}
