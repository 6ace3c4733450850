// The connection of the live page to the load tool. The browser reconnects by itself and sends the id of the last event
// that it received.
import { state } from './state.js';

/** Milliseconds without an event after which the connection is lost. The tool sends one at least every 5 seconds. */
const SILENCE_LIMIT = 10_000;

/** @param {(line: object) => void} onLine is called for each line, and with none for a change of the connection */
export function subscribe(onLine) {
  const source = new EventSource('events');
  let timer;
  source.addEventListener('message', event => {
    markAlive();
    onLine(JSON.parse(event.data));
  });
  source.addEventListener('open', markAlive);
  source.addEventListener('error', () => setConnection('broken'));
  markAlive();

  function markAlive() {
    setConnection('open');
    clearTimeout(timer);
    timer = setTimeout(() => setConnection('lost'), SILENCE_LIMIT);
  }

  function setConnection(connection) {
    // The browser retries a broken connection once a second. A failed retry does not change the state of the connection
    // from "lost" back to "broken".
    if (connection === 'broken' && state.connection === 'lost') return;
    if (connection === state.connection) return;
    state.connection = connection;
    onLine({});
  }
}
