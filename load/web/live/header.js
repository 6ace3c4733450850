// Which run, how far, how long, and whether to believe it.
import { shortened } from '../shared/names.js';
import { seconds } from '../shared/format.js';
import { byId, say } from './dom.js';
import { isComparison, state } from './state.js';

const STATES = { valid: '✓ VALID', invalid: 'INVALID', 'cut-short': 'CUT SHORT' };

export function header() {
  const { hello, phase, end, connection } = state;
  if (hello) {
    say('place', end ? 'finished' : phase ? placeOf(phase) : 'about to begin');
    say('clock', hello.duration_s === null ? clock(state.t) : `${clock(state.t)} / ${clock(Math.max(hello.duration_s, state.t))}`);
  }
  const [text, isBad] = stateText(connection);
  say('state', text);
  byId('state').className = isBad ? 'bad' : '';
}

function placeOf({ round, slot, part, kind }) {
  const { order, plan, parts } = state.hello;
  if (isComparison()) return round === 0
    ? `warm-up ${slot} of ${state.hello.variants.length}`
    : `round ${round} of ${plan.rounds}, slice ${slot} of ${order[0].length}`;
  if (kind === 'warmup') return `warm-up of ${seconds(plan.warmup_s)}`;
  return shortened(parts.length > 1 ? `${part}, ${slot} of ${parts.length}` : state.hello.workload, 40);
}

function stateText(connection) {
  const { end, validity } = state;
  if (end) return [STATES[end.state] + (connection === 'open' ? '' : ', the tool has ended'), end.state === 'invalid'];
  if (connection === 'lost') return ['CONNECTION LOST, retrying', true];
  if (connection === 'broken') return ['reconnecting', false];
  if (!validity) return ['', false];
  const failed = validity.checks.filter(check => check.state === 'fail');
  return failed.length === 0 ? ['✓ valid so far', false] : [shortened(`INVALID: ${failed[0].label}, ${failed[0].value}`, 44), true];
}

const clock = time => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, '0')}`;
