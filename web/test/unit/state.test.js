import assert from 'node:assert/strict';
import { test } from 'node:test';
import { real } from '../results.js';
import { applyLine, processesDown, resetState, state } from '../../live/state.js';
import { createLoad, createPlan, createTurn } from '../show/result-events.js';

const [first, second] = real.compare.variants.map(({ name }) => name);

/** Applies the lines of a short trial, at whose end these processes do not answer. */
function showTrial(t, variant, down) {
  applyLine(createTurn(t, variant));
  applyLine(createLoad(t + 0.5, variant, 1, { down }));
}

/** Applies a line of show, which can kill a service. */
const showService = (t, serviceState) => applyLine({ t, show: { service: 'target', state: serviceState } });

test('State_ProcessOfOneVariantIsDown_IsNotBackBecauseAnotherVariantRuns', { timeout: 10_000 }, () => {
  resetState();
  applyLine(createPlan(real.compare));
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
  applyLine(createPlan(real.compare));
  showService(0, 'running');
  showTrial(1, first, []);
  showService(2, 'killed');
  assert.deepEqual(processesDown(), ['target']);
  showTrial(3, first, ['target']);
  showService(4, 'starting');
  assert.deepEqual(processesDown(), ['target'], 'A service that starts does not answer yet.');
  showService(5, 'running');
  showTrial(6, first, []);
  assert.deepEqual(processesDown(), []);
  const notes = [{ t: 2, text: 'target killed' }, { t: 5, text: 'target started' }];
  assert.deepEqual(state.marks, notes);
  showTrial(7, first, ['target']);
  assert.deepEqual(state.marks, [...notes, { t: 7.5, text: 'target gone' }], 'Then it was gone by itself.');
});

test('State_RequestedConnectionsAreShown_AreForgotten', { timeout: 10_000 }, () => {
  resetState();
  applyLine(createPlan(real.compare, { kind: 'stage' }));
  state.requestedConnections = 8;
  applyLine(createTurn(1, first, { connections: 4 }));
  assert.equal(state.requestedConnections, 8);
  applyLine(createTurn(2, first, { connections: 8 }));
  assert.equal(state.requestedConnections, null);
});

/** Applies ticks of a variant on the stage. */
function showOnStage(round, variant, rates) {
  applyLine(createTurn(10 * round, variant, { round, connections: 2 }));
  rates.forEach((rps, i) => applyLine(createLoad(10 * round + (i + 1) / 4, variant, rps, { p99_ms: 3 })));
}

test('State_StageAfterAProof_RemembersWhatItHasShown', { timeout: 10_000 }, () => {
  const begin = kind => applyLine(createPlan(real.compare, { kind }));
  resetState();
  begin('stage');
  showOnStage(1, first, [900, 1000, 1100, 1000, 0]);
  assert.deepEqual(state.shown.get(first), { rps: 1000, p99: 3 }, 'The last tick of a variant is not all it did.');
  showService(15, 'killed');
  showOnStage(2, second, [0, 0, 0]);
  assert.equal(state.shown.has(second), false, 'What a variant does without a service is not remembered.');
  begin('compare');
  applyLine({ t: 9, end: { state: 'valid', path: 'x.json', headline: null } });
  begin('stage');
  assert.deepEqual([state.shown.get(first), state.highestShown, state.isProved], [{ rps: 1000, p99: 3 }, 1100, true]);
  assert.equal(state.ticks.length, 0);
});
