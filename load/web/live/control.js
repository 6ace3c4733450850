// What the page may do to the run, where the tool was started with --control and this page by the address it printed.
import { fill, markup } from '../shared/markup.js';
import { byId } from './dom.js';
import { state } from './state.js';

const token = new URLSearchParams(location.hash.slice(1)).get('token');
const mayControl = () => state.hello?.control && token !== null && !state.end;

export function offer() {
  fill(byId('control'), mayControl() && markup`<button data-key="a"><kbd>A</kbd> Annotate</button>
    <button data-key="s"><kbd>S</kbd> Stop and keep</button>`);
}

export function annotate() {
  if (!mayControl()) return;
  fill(byId('control'), markup`<label>Note <input id="note" maxlength="60" autocomplete="off"></label><button id="add">Add</button>`);
  const [note, add] = [byId('note'), byId('add')];
  const send = async () => {
    const text = note.value.trim();
    offer();
    if (text !== '') await post('api/marks', { text });
  };
  add.onclick = send;
  note.onkeydown = event => {
    if (event.key === 'Enter') send();
    else if (event.key === 'Escape') offer();
  };
  note.focus();
}

export function stop() {
  if (!mayControl()) return;
  fill(byId('control'), markup`<span>Stop, and keep what was measured?</span><button id="yes">Stop</button><button id="no">Go on</button>`);
  byId('yes').onclick = () => {
    offer();
    post('api/run/stop', {});
  };
  byId('no').onclick = offer;
  byId('yes').focus();
}

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  if (!reply?.ok) fill(byId('control'), markup`<span class="bad">The tool did not take it.</span>`);
}
