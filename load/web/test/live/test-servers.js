// Servers for the tests: one that sends given events to the live page, and a proxy that can be interrupted.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';

const PAGE = readFileSync(new URL('../../dist/live.html', import.meta.url));

const formatEvent = ({ type, data }, id) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const listen = async server => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
};

const close = server => new Promise(done => {
  server.close(done);
  server.closeAllConnections();
});

/** Serves the live page, and sends all given events to the page at once. */
export async function startEventServer(hello, events) {
  const server = createServer((request, response) => {
    if (request.url === '/events') {
      const text = `${formatEvent({ type: 'hello', data: hello })}${events.map(formatEvent).join('')}`;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`retry: 1000\n\n${text}`);
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
    }
  });
  return { address: await listen(server), close: () => close(server) };
}

/** Starts a proxy to the target. After interrupt() nothing answers at its address until resume(). */
export async function startProxy(target) {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, host: new URL(target).host };
    const outgoing = request(new URL(incoming.url, target), { method: incoming.method, headers }, answer => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  const address = await listen(server);
  const { port } = server.address();
  return {
    address,
    interrupt: () => close(server),
    resume: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: () => close(server),
  };
}
