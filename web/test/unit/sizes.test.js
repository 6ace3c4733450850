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

test('FindSizes_SingleSize_ReturnsNull', () => {
  for (const result of [real.closed, real.rate, real.soak]) assert.equal(sizesOf(result), null);
});
