// The header of the live page: the progress and the elapsed time of the run, and whether the run is valid so far.
import { formatClock, formatCount, formatSeconds, shortenName } from '../shared/format.js';
import { STATES } from '../shared/states.js';
import { byId, setText } from './dom.js';
import { isComparison, isStage, processesDown, state } from './state.js';

export function drawHeader() {
  const { run, phase, end } = state;
  if (run) {
    // What the run ended with is below.
    setText('place', end ? '' : phase ? placeText(phase) : 'starting');
    const elapsed = formatClock(state.t);
    const planned = run.duration_s;
    setText('clock', planned === null ? elapsed : `${elapsed} / ${formatClock(Math.max(planned, state.t))}`);
  }
  const [text, isBad] = stateText();
  setText('state', text);
  const shown = end ?? state.validity;
  byId('state').className = isBad ? 'bad' : shown && shown.state !== 'valid' ? 'note' : '';
}

function placeText({ round, variant, kind, connections }) {
  const { plan, variants, workload } = state.run;
  if (isComparison()) {
    return round === 0
      ? `warm-up ${variants.findIndex(({ name }) => name === variant) + 1} of ${variants.length}`
      : `round ${round}${plan.rounds ? ` of ${plan.rounds}` : ''}`;
  }
  if (isStage()) return `${formatCount(connections)} connection${connections === 1 ? '' : 's'}`;
  return kind === 'warmup' ? `warm-up of ${formatSeconds(plan.warmup_s)}` : shortenName(workload, 40);
}

function stateText() {
  const { end, validity, connection, failures } = state;
  const down = processesDown();
  if (end && isStage()) return ['', false];
  if (end) {
    return [STATES[end.state] + (connection === 'open' ? '' : ', load tool exited'), end.state === 'invalid'];
  }
  if (connection === 'lost') return ['CONNECTION LOST, retrying', true];
  if (connection === 'broken') return ['reconnecting', false];
  if (failures || down.length > 0) return [failureText(failures, down), true];
  if (!validity) return ['', false];
  const failed = validity.checks.find(check => check.state === 'fail');
  if (failed) return [shortenName(`INVALID: ${failed.label}, ${failed.value}`, 44), true];
  return ['✓ VALID so far', false];
}

function failureText(failures, down) {
  const errors = Object.entries(failures ?? {}).map(([kind, count]) => `${kind} × ${formatCount(count)}`).join(', ');
  const silent = down.length > 0 ? `${down.join(' and ')} ${down.length > 1 ? 'do' : 'does'} not answer` : '';
  return shortenName([errors, silent].filter(Boolean).join(': '), 60);
}
