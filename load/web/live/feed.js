// The connection to the tool. The browser connects again by itself, and says which event it saw last.
import { EVENTS, state } from './state.js';

/** Milliseconds. The tool says at least every five seconds that it is there. */
const SILENCE = 10_000;

/** @param {(type: string, data: object) => void} tell is called for each event */
export function follow(tell) {
  const source = new EventSource('events');
  let timer;
  for (const type of EVENTS) source.addEventListener(type, event => {
    heard();
    tell(type, JSON.parse(event.data));
  });
  source.addEventListener('open', heard);
  source.addEventListener('error', () => connected('broken'));
  heard();

  function heard() {
    connected('open');
    clearTimeout(timer);
    timer = setTimeout(() => connected('lost'), SILENCE);
  }

  function connected(connection) {
    // What is lost stays lost until something is heard again: the browser tries once a second.
    if (connection === 'broken' && state.connection === 'lost') return;
    if (connection === state.connection) return;
    state.connection = connection;
    tell('connection', {});
  }
}
