import assert from 'node:assert/strict';
import { test } from 'node:test';
import { real } from '../results.js';
import { findSizes } from '../../report/sizes.js';

const sizesOf = ({ variants: [variant] }) => {
  const sizes = findSizes(kind => variant.parts.filter(part => part.kind === kind));
  return sizes && [sizes.kind, ...sizes.entries.map(entry => sizes.sizePath.reduce((place, key) => place[key], entry))];
};

test('FindSizes_Bursts_ReturnsTheirSizes', () => {
  const bursts = real.bursts.variants[0].parts.map(({ requests }) => requests);
  assert.deepEqual(sizesOf(real.bursts), ['burst', ...bursts]);
});

test('FindSizes_StepsOfTheRate_ReturnsTheRates', () => {
  const rates = real.steps.variants[0].parts.map(({ model }) => model.rate_per_s);
  assert.deepEqual(sizesOf(real.steps), ['window', ...rates]);
});

test('FindSizes_PhasesWithARateEach_ReturnsTheRates', () => {
  const parts = [100, 200].map(rate => ({ kind: 'phase', model: { rate_per_s: rate } }));
  assert.deepEqual(sizesOf({ variants: [{ parts }] }), ['phase', 100, 200]);
});

test('FindSizes_PhaseWithoutARate_ReturnsNull', () => {
  const parts = [100, null].map(rate => ({ kind: 'phase', model: { rate_per_s: rate } }));
  assert.equal(sizesOf({ variants: [{ parts }] }), null);
});

test('FindSizes_SingleSize_ReturnsNull', () => {
  for (const result of [real.closed, real.rate, real.soak]) assert.equal(sizesOf(result), null);
});
