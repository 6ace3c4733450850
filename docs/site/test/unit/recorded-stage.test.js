import assert from 'node:assert/strict';
import { test } from 'node:test';
import { real } from '../../../../web/test/results.js';
import { createLoad, createPlan, createTurn } from '../../../../show/web/test/result-events.js';
import { resetState, state } from '../../../../show/web/live/state.js';
import { RecordedStage } from '../../play/recorded-stage.js';

const [first, second, third] = real.compare.variants.map(({ name }) => name);

function createStage() {
  resetState();
  return new RecordedStage([
    createPlan(real.compare, { kind: 'stage', baseline: first }),
    createTurn(10, first), createLoad(10.25, first, 100), createLoad(10.5, first, 140), createLoad(10.75, first, 120),
    createTurn(11, second), createLoad(11.2, second, 10), createLoad(11.4, second, 9),
    createTurn(12, third), createLoad(12.25, third, 130), createLoad(12.5, third, 180),
  ].map(event => JSON.stringify(event)).join('\n'));
}

const ratesOf = variant => state.ticks.filter(shown => shown.variant === variant).map(({ rps }) => rps);

test('RecordedStage_PlayedOn_RepeatsTheRecordedTicksInTheirOrder', { timeout: 10_000 }, () => {
  const stage = createStage();
  stage.show(first);
  assert.equal(stage.advance(0.1), false);
  assert.deepEqual(ratesOf(first), []);
  assert.equal(stage.advance(0.2), true);
  assert.deepEqual(ratesOf(first), [100]);
  stage.advance(1.3);
  assert.deepEqual(ratesOf(first), [100, 140, 120, 100, 140, 120]);
  assert.deepEqual(state.ticks.map(({ t }) => t), [0.25, 0.5, 0.75, 1, 1.25, 1.5]);
});

test('RecordedStage_AnotherVariant_BeginsWithItsFirstTickAndKeepsTheLevels', { timeout: 10_000 }, () => {
  const stage = createStage();
  stage.show(first);
  stage.advance();
  stage.show(second);
  stage.advance(0.2);
  assert.deepEqual(ratesOf(second), [10]);
  stage.show(second);
  stage.advance();
  assert.deepEqual(ratesOf(second), [10, 10, 9]);
  assert.equal(new Set(state.ticks.map(({ trial }) => trial)).size, 3, 'Each swap begins a line.');
  assert.equal(state.shown.get(first).rps, 120);
  assert.equal(state.highestShown, 140);
});

test('RecordedStage_Compare_SaysNoMoreThanTheRecordedRatesDo', { timeout: 10_000 }, () => {
  const stage = createStage();
  assert.match(stage.compare(first), /^the others are compared with it/);
  assert.equal(stage.compare(second), `1/13 of ${first} in this recording.`);
  assert.equal(stage.compare(third), `its rates and those of ${first} overlap in this recording.`);
});
