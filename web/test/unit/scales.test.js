import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logTicks, positionToQuantile, quantileToPosition, scaleLog } from '../../shared/scales.js';

test('LogTicks_SeveralPowersOfTen_AreMultiplesOfOneTwoAndFive', () =>
  assert.deepEqual(logTicks(scaleLog([0.4, 30], [0, 1])), [0.5, 1, 2, 5, 10, 20]));

test('LogTicks_NarrowDomain_AreAtLeastThree', () => {
  const ticks = logTicks(scaleLog([11, 13], [0, 1]));
  assert.ok(ticks.length >= 3);
  assert.ok(ticks.every(tick => tick >= 11 && tick <= 13));
});

test('QuantileToPosition_EachStep_IsTenTimesRarer', () =>
  assert.deepEqual([0, 0.9, 0.99, 0.999].map(quantile => quantileToPosition(quantile).toFixed(6)),
    ['0.000000', '1.000000', '2.000000', '3.000000']));

test('PositionToQuantile_PositionOfAQuantile_ReturnsTheQuantile', () => {
  for (const quantile of [0, 0.5, 0.9, 0.9999]) {
    assert.ok(Math.abs(positionToQuantile(quantileToPosition(quantile)) - quantile) < 1e-12);
  }
});
