// What the pages share: labels, formats, scales, and the code to scan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declutter } from '../../shared/declutter.js';
import { formatCount, formatNumber, formatRatio, formatSeconds, keepUnits, shortenName } from '../../shared/format.js';
import { drawCode } from '../../shared/qr-code.js';
import { logTicks, quantileToPosition, scaleLog } from '../../shared/scales.js';

const place = (ys, gap, low, high) => declutter(ys.map(y => ({ y })), gap, low, high).map(({ labelY }) => labelY);
const areApart = (places, gap) => places.slice(1).every((y, i) => y - places[i] >= gap - 0.02);

test('Declutter_LabelsFarApart_StayWhereTheyAre', () => {
  assert.deepEqual(place([10, 40, 80], 12, 0, 100), [10, 40, 80]);
  assert.deepEqual(place([], 12, 0, 100), []);
});

test('Declutter_LabelsAtTheSamePlace_AreMovedApartEvenly', () => {
  const places = place([50, 50, 50], 12, 0, 100);
  assert.ok(areApart(places, 12), places);
  assert.ok(Math.abs((places[0] + places[2]) / 2 - 50) < 0.5);
});

test('Declutter_LabelsAtTheEdges_StayInside', () => {
  const places = place([0, 0, 0, 99, 100], 12, 0, 100);
  assert.ok(areApart(places, 12) && places[0] >= 0 && places.at(-1) <= 100, places);
});

test('Declutter_LabelsInAnyOrder_AreReturnedFromTopToBottom', () => {
  const labels = [{ name: 'low', y: 90 }, { name: 'high', y: 10 }, { name: 'middle', y: 12 }];
  assert.deepEqual(declutter(labels, 12, 0, 100).map(({ name }) => name), ['high', 'middle', 'low']);
});

for (const [format, value, expected] of [
  [formatNumber, null, '–'], [formatNumber, 0, '0'], [formatNumber, 0.12345, '0.123'], [formatNumber, 1.2345, '1.23'],
  [formatNumber, 12.345, '12.3'], [formatNumber, 1234.5, '1\u202f235'], [formatNumber, -0.5, '-0.500'],
  [formatCount, undefined, '–'], [formatCount, 1234567, '1\u202f234\u202f567'],
  [formatRatio, 0.0567, '0.057'], [formatRatio, 1.2345, '1.23'], [formatRatio, 12.345, '12.3'],
  [formatSeconds, 1.5, '1.5 s'], [formatSeconds, 125, '2 min 5 s'],
  [keepUnits, '3 ms of 5 min', '3\u00a0ms of 5 min'],
  [shortenName, 'short', 'short'], [shortenName, 'a name with 24 characters', 'a name with 24 charac…'],
]) {
  test(`${format.name}_${value}_Returns${expected}`, () => assert.equal(format(value), expected));
}

test('LogTicks_OfADomain_AreMultiplesOfOneTwoAndFiveOrAtLeastThree', () => {
  assert.deepEqual(logTicks(scaleLog([0.4, 30], [0, 1])), [0.5, 1, 2, 5, 10, 20]);
  const ticks = logTicks(scaleLog([11, 13], [0, 1]));
  assert.ok(ticks.length >= 3 && ticks.every(tick => tick >= 11 && tick <= 13), ticks);
});

test('QuantileToPosition_EachStep_IsTenTimesRarer', () => {
  for (const [position, quantile] of [0, 0.9, 0.99, 0.999].entries()) {
    assert.equal(quantileToPosition(quantile).toFixed(6), position.toFixed(6));
  }
});

/** The corner that a phone looks for: a frame of seven modules, and a block of three in it. */
const CORNER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

test('Code_OfAnAddress_HasThreeCornersAndAQuietZone', { timeout: 10_000 }, () => {
  const { text } = drawCode('https://example.org/two-tier-testbed');
  const [, least, size] = /viewBox="(-\d+) -\d+ (\d+) \d+"/.exec(text);
  const count = Number(size) + 2 * Number(least);
  const dark = new Set([...text.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const cornerAt = (x, y) => CORNER.map((row, r) =>
    [...row].map((_, c) => dark.has(`${x + c} ${y + r}`) ? '#' : '.').join(''));

  assert.equal(Number(least), -4);
  assert.equal((count - 17) % 4, 0);
  for (const [x, y] of [[0, 0], [count - 7, 0], [0, count - 7]]) assert.deepEqual(cornerAt(x, y), CORNER);
});
