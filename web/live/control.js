// The controls with which the live page steers and stops the load. They require the address that show printed, which
// contains a token.
import { markup, render } from '../shared/markup.js';
import { byId } from './dom.js';
import { isReplay } from './replay.js';
import { isServiceKilled, isStage, processesDown, state } from './state.js';

/** The load tool accepts no more. */
const MOST_CONNECTIONS = 1000;

const token = new URLSearchParams(location.hash.slice(1)).get('token');
const hasToken = () => !isReplay && state.show.controls && token !== null;
const canControl = () => hasToken() && !state.end;

/** Whether the page belongs to a stage, also while it proves what was shown. */
const canSteer = () => hasToken() && state.isOnStage && !(isStage() && state.end);

export function showControls() {
  render(byId('control'), markup`${canSteer() && stageButtons(state.show)}${canControl()
    && markup`<button data-key="s"><kbd>S</kbd> Stop</button>`}`);
}

const stageButtons = ({ service, state: serviceState }) => markup`<button data-key="v"><kbd>V</kbd> ${
  isStage() ? 'Prove it' : 'Back to the stage'}</button>${service && markup`<button data-key="k"><kbd>K</kbd> ${
  { running: 'Kill', killed: 'Start', starting: 'Starting' }[serviceState]} ${service}</button>`}`;

export function stopRun() {
  if (!canControl()) return;
  render(byId('control'), markup`<span>Stop the load? Finished comparisons are kept.</span>
    <button id="confirm">Stop</button><button id="cancel">Continue</button>`);
  byId('confirm').onclick = () => {
    showControls();
    post('api/run/stop', {});
  };
  byId('cancel').onclick = showControls;
  byId('confirm').focus();
}

/** Shows another variant under load that does not end. */
export function showVariant(place) {
  const variant = state.run?.variants[place]?.name;
  if (!canControl() || variant === undefined) return false;
  post('api/stage/variant', { variant });
  return true;
}

/** Compares the variant that is shown with the baseline, or goes back to the stage. */
export function toggleProof() {
  if (!canSteer()) return false;
  const down = processesDown().join(' and ');
  const { baseline } = state.run;
  if (isStage() && down) showProblem(`${down} does not answer: there is nothing to compare. Start it first.`);
  else if (isStage() && state.phase?.variant === baseline) {
    showProblem(`Show another variant first: it is compared with ${baseline}.`);
  }
  else post('api/stage/proof', { shown: isStage() });
  return true;
}

/** Kills the service that the stage can kill, or starts it again. */
export function toggleService() {
  if (!canSteer() || !state.show.service) return false;
  // The load tool is asked for a state and not for a change, so that a key that is pressed twice kills once.
  if (state.show.state !== 'starting') post('api/stage/service', { running: isServiceKilled() });
  return true;
}

/** Multiplies the number of connections of the load that does not end: the last number that was asked for. */
export function changeConnections(factor) {
  if (!isStage() || !canControl() || !state.phase) return false;
  const current = state.requestedConnections ?? state.phase.connections;
  state.requestedConnections = Math.min(MOST_CONNECTIONS, Math.max(1, Math.round(current * factor)));
  lastRequest = lastRequest.then(sendConnections);
  return true;
}

// One request after the other, because requests at the same time could arrive in another order.
let lastRequest = Promise.resolve();

async function sendConnections() {
  const connections = state.requestedConnections;
  if (connections !== null && !await post('api/stage/connections', { connections })) state.requestedConnections = null;
}

/** @returns {Promise<boolean>} whether the load tool has accepted the request */
async function post(path, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  if (response?.ok) return true;
  const problem = await response?.json().catch(() => null);
  showProblem(problem?.detail ?? 'The load tool did not accept the request.');
  return false;
}

const showProblem = text => render(byId('control'), markup`<span class="bad">${text}</span>`);
