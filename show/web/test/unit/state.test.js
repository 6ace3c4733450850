import assert from 'node:assert/strict';
import { test } from 'node:test';
import { real } from '../../../../web/test/results.js';
import { applyEvent, processesDown, resetState, state } from '../../live/state.js';
import { createHello } from '../result-events.js';

const [first, second] = real.compare.variants.map(({ name }) => name);

/** Applies the events of a short trial, at whose end these processes do not answer. */
function showTrial(t, variant, down) {
  applyEvent('phase', { t, kind: 'measure', round: 1, slot: 1, variant, again: false, part: null, duration_s: 9 });
  const levels = { cpu: {}, threads: {}, queue: {} };
  applyEvent('tick', {
    t: t + 0.5, variant, own_t: t, rps: 1, p50: null, p99: null, errors: 0, failures: null, down, ...levels,
  });
}

test('State_ProcessOfOneVariantIsDown_IsNotBackBecauseAnotherVariantRuns', { timeout: 10_000 }, () => {
  resetState();
  applyEvent('hello', createHello(real.compare));
  showTrial(1, first, ['target']);
  assert.deepEqual(processesDown(), ['target']);
  showTrial(2, second, []);
  assert.deepEqual(processesDown(), [], 'The process of the second variant answers.');
  showTrial(3, first, ['target']);
  showTrial(4, second, []);
  assert.deepEqual(state.marks, [{ t: 1.5, text: 'target gone' }]);
  showTrial(5, first, []);
  assert.deepEqual(state.marks, [{ t: 1.5, text: 'target gone' }, { t: 5.5, text: 'target back' }]);
});

test('State_ServiceKilledByTheStage_IsDownAtOnceAndNotedOnce', { timeout: 10_000 }, () => {
  resetState();
  applyEvent('hello', createHello(real.compare, { stage: { service: 'target', service_state: 'running' } }));
  showTrial(1, first, []);
  applyEvent('service', { t: 2, service: 'target', state: 'killed' });
  assert.deepEqual(processesDown(), ['target']);
  showTrial(3, first, ['target']);
  applyEvent('service', { t: 4, service: 'target', state: 'starting' });
  assert.deepEqual(processesDown(), ['target'], 'A service that starts does not answer yet.');
  applyEvent('service', { t: 5, service: 'target', state: 'running' });
  showTrial(6, first, []);
  assert.deepEqual(processesDown(), []);
  const notes = [{ t: 2, text: 'target killed' }, { t: 5, text: 'target started' }];
  assert.deepEqual(state.marks, notes);
  showTrial(7, first, ['target']);
  assert.deepEqual(state.marks, [...notes, { t: 7.5, text: 'target gone' }], 'Then it was gone by itself.');
});

test('State_RequestedConnectionsAreShown_AreForgotten', { timeout: 10_000 }, () => {
  resetState();
  applyEvent('hello', createHello(real.compare, { kind: 'stage' }));
  const phase = { kind: 'measure', round: 1, slot: 1, variant: first, again: false, part: null, duration_s: null };
  state.requestedConnections = 8;
  applyEvent('phase', { t: 1, ...phase, connections: 4 });
  assert.equal(state.requestedConnections, 8);
  applyEvent('phase', { t: 2, ...phase, connections: 8 });
  assert.equal(state.requestedConnections, null);
});

/** Applies ticks of a variant on the stage. */
function showOnStage(slot, variant, rates) {
  const phase = { kind: 'measure', round: 1, again: false, part: null, duration_s: null, connections: 2 };
  applyEvent('phase', { t: 10 * slot, slot, variant, ...phase });
  const levels = { cpu: {}, threads: {}, queue: {} };
  rates.forEach((rps, i) => applyEvent('tick', {
    t: 10 * slot + (i + 1) / 4, variant, own_t: 1, rps, p50: null, p99: 3, errors: 0, failures: null, ...levels,
  }));
}

test('State_StageAfterAProof_RemembersWhatItHasShown', { timeout: 10_000 }, () => {
  const stage = { service: 'target', service_state: 'running' };
  const hello = kind => applyEvent('hello', createHello(real.compare, { kind, stage: { ...stage } }));
  resetState();
  hello('stage');
  showOnStage(1, first, [900, 1000, 1100, 1000, 0]);
  assert.deepEqual(state.shown.get(first), { rps: 1000, p99: 3 }, 'The last tick of a variant is not all it did.');
  applyEvent('service', { t: 15, service: 'target', state: 'killed' });
  showOnStage(2, second, [0, 0, 0]);
  assert.equal(state.shown.has(second), false, 'What a variant does without a service is not remembered.');
  hello('compare');
  applyEvent('end', { state: 'valid', report: 'report', data: 'x.json' });
  hello('stage');
  assert.deepEqual([state.shown.get(first), state.highestShown, state.isProved], [{ rps: 1000, p99: 3 }, 1100, true]);
  assert.equal(state.ticks.length, 0);
});
