// A server for the tests that sends given events to the live page, and that can be interrupted.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const PAGE = readFileSync(new URL('../../../show/dist/live.html', import.meta.url));

const formatEvent = (line, id) => `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(line)}\n\n`;

/** Serves the live page, and sends all given lines to the page at once, or those that it has missed. */
export async function startEventServer(given) {
  const events = [...given];
  const streams = new Set();
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.writeHead(204).end();
    } else if (request.url === '/events') {
      const next = Number(request.headers['last-event-id'] ?? -1) + 1;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('retry: 100\n\n');
      response.write(events.map(formatEvent).slice(next).join(''));
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
    }
  });
  const listen = async port => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server.address().port;
  };
  // A page that hears nothing for long says that the connection is lost, and a busy machine takes long.
  const alive = formatEvent({});
  const life = setInterval(() => streams.forEach(stream => stream.write(alive)), 2000);
  const close = () => new Promise(done => {
    clearInterval(life);
    server.close(done);
    server.closeAllConnections();
  });
  const port = await listen(0);
  return {
    address: `http://127.0.0.1:${port}/`,
    send(...more) {
      for (const event of more) {
        const text = formatEvent(event, events.push(event) - 1);
        for (const stream of streams) stream.write(text);
      }
    },
    interrupt: close,
    resume: () => listen(port),
    close,
  };
}
