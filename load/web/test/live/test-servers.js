// Servers of the tests: one that tells a page given events, and one between a page and the tool that can be cut.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';

const PAGE = readFileSync(new URL('../../dist/live.html', import.meta.url));

const text = ({ type, data }, id) => `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

const listening = async server => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
};

const close = server => new Promise(done => {
  server.close(done);
  server.closeAllConnections();
});

/** Tells every page all of it at once, and nothing more. */
export async function telling(hello, events) {
  const server = createServer((asked, reply) => {
    if (asked.url === '/events') {
      reply.writeHead(200, { 'Content-Type': 'text/event-stream' });
      reply.write(`retry: 1000\n\n${text({ type: 'hello', data: hello })}${events.map(text).join('')}`);
    } else {
      reply.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
    }
  });
  return { address: await listening(server), close: () => close(server) };
}

/** Passes everything on, until it is cut; then nobody answers there until it is mended. */
export async function between(target) {
  const server = createServer((asked, reply) => {
    const onward = request(new URL(asked.url, target), { method: asked.method, headers: { ...asked.headers, host: new URL(target).host } }, answer => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  const address = await listening(server);
  const { port } = server.address();
  return {
    address,
    cut: () => close(server),
    mend: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: () => close(server),
  };
}
