// The controls with which the live page adds notes and stops the run. They require a load tool that was started with
// --control, and the address that the tool printed, which contains a token.
import { markup, render } from '../shared/markup.js';
import { byId } from './dom.js';
import { isReplay } from './replay.js';
import { state } from './state.js';

const token = new URLSearchParams(location.hash.slice(1)).get('token');
const canControl = () => !isReplay && state.hello?.control && token !== null && !state.end;

export function showControls() {
  render(byId('control'), canControl() && markup`<button data-key="a"><kbd>A</kbd> Annotate</button>
    <button data-key="s"><kbd>S</kbd> Stop</button>`);
}

export function annotateRun() {
  if (!canControl()) return;
  render(byId('control'), markup`<label>Note <input id="note" maxlength="60" autocomplete="off"></label>
    <button id="add">Add</button>`);
  const [note, add] = [byId('note'), byId('add')];
  const send = async () => {
    const text = note.value.trim();
    showControls();
    if (text !== '') await post('api/marks', { text });
  };
  add.onclick = send;
  note.onkeydown = event => {
    if (event.key === 'Enter') send();
    else if (event.key === 'Escape') showControls();
  };
  note.focus();
}

export function stopRun() {
  if (!canControl()) return;
  render(byId('control'), markup`<span>Stop the run and keep its results?</span>
    <button id="confirm">Stop</button><button id="cancel">Continue</button>`);
  byId('confirm').onclick = () => {
    showControls();
    post('api/run/stop', {});
  };
  byId('cancel').onclick = showControls;
  byId('confirm').focus();
}

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  if (response?.ok) return;
  render(byId('control'), markup`<span class="bad">The load tool did not accept the request.</span>`);
}
