import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declutter } from '../../shared/declutter.js';

const place = (ys, gap, low, high) => declutter(ys.map(y => ({ y })), gap, low, high).map(({ labelY }) => labelY);

const assertGaps = (places, gap) => places.slice(1).forEach((y, i) =>
  assert.ok(y - places[i] >= gap - 0.02, `The labels at ${places[i]} and ${y} are closer than ${gap}.`));

test('Declutter_LabelsFarApart_StayWhereTheyAre', () =>
  assert.deepEqual(place([10, 40, 80], 12, 0, 100), [10, 40, 80]));

test('Declutter_NoLabels_ReturnsNone', () => assert.deepEqual(place([], 12, 0, 100), []));

test('Declutter_LabelsAtTheSamePlace_AreMovedApartEvenly', () => {
  const places = place([50, 50, 50], 12, 0, 100);
  assertGaps(places, 12);
  assert.ok(Math.abs((places[0] + places[2]) / 2 - 50) < 0.5);
});

test('Declutter_LabelsAtTheEdges_StayInside', () => {
  const places = place([0, 0, 0, 99, 100], 12, 0, 100);
  assertGaps(places, 12);
  assert.ok(places[0] >= 0 && places.at(-1) <= 100);
});

test('Declutter_LabelsInAnyOrder_AreReturnedFromTopToBottom', () => {
  const labels = [{ name: 'low', y: 90 }, { name: 'high', y: 10 }, { name: 'middle', y: 12 }];
  assert.deepEqual(declutter(labels, 12, 0, 100).map(({ name }) => name), ['high', 'middle', 'low']);
});
