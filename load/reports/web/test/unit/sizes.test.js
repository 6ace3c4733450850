import assert from 'node:assert/strict';
import { test } from 'node:test';
import { real } from '../../../../../web/test/results.js';
import { findSizes } from '../../sizes.js';

const sizesOf = ({ variants: [variant] }) => {
  const sizes = findSizes(variant);
  return sizes && [sizes.list, ...sizes.entries.map(entry => sizes.sizePath.reduce((place, key) => place[key], entry))];
};

test('FindSizes_Bursts_ReturnsTheirSizes', () => {
  const bursts = real.bursts.variants[0].bursts.map(({ requests }) => requests);
  assert.deepEqual(sizesOf(real.bursts), ['bursts', ...bursts]);
});

test('FindSizes_StepsOfTheRate_ReturnsTheRates', () => {
  const rates = real.steps.variants[0].windows.map(({ rate_per_s: rate }) => rate);
  assert.deepEqual(sizesOf(real.steps), ['windows', ...rates]);
});

test('FindSizes_PhasesWithARateEach_ReturnsTheRates', () => {
  const phases = [100, 200].map(rate => ({ model: { rate_per_s: rate } }));
  assert.deepEqual(sizesOf({ variants: [{ phases }] }), ['phases', 100, 200]);
});

test('FindSizes_PhaseWithoutARate_ReturnsNull', () => {
  const phases = [{ model: { rate_per_s: 100 } }, { model: { rate_per_s: null } }];
  assert.equal(sizesOf({ variants: [{ phases }] }), null);
});

test('FindSizes_SingleSize_ReturnsNull', () => {
  for (const result of [real.closed, real.rate, real.soak]) assert.equal(sizesOf(result), null);
});
