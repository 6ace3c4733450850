// A server for the tests that stands for the program of the talk: it sends given states to the pages of the talk, and
// given events to the live page inside them.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const HTML = 'text/html; charset=utf-8';
const [TALK, LIVE] = ['talk', 'live'].map(name => readFileSync(new URL(`../../../show/dist/${name}.html`, import.meta.url)));

/** @param {{acts: object[], state: object, readiness: object, recording?: object[]}} talk what the pages are given */
export async function startTalkServer(talk) {
  const posts = [];
  const streams = { '/state': new Set(), '/live/events': new Set() };
  const recording = talk.recording?.map(event => JSON.stringify(event)).join('\n') ?? '';
  const live = `${LIVE}`.replace('<!--recording-->', () => recording.replaceAll('<', '\\u003c'));
  const stateText = () => `data: ${JSON.stringify(talk.state)}\n\n`;
  const server = createServer(({ method, url }, response) => {
    const path = url.replace(/\?.*/, '');
    const answer = (type, text) => response.writeHead(200, { 'Content-Type': type }).end(text);
    if (method === 'POST') {
      posts.push(path);
      return answer('text/plain', '');
    }
    if (streams[path]) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(path === '/state' ? stateText() : ':\n\n');
      streams[path].add(response);
      return response.on('close', () => streams[path].delete(response));
    }
    const acts = talk.acts.map(({ finding, ...act }) => ({ act, finding }));
    const json = { '/talk': { acts, address: null }, '/readiness': talk.readiness }[path];
    if (json) return answer('application/json', JSON.stringify(json));
    return answer(HTML, path === '/live/' ? live : TALK);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const write = (path, text) => streams[path].forEach(stream => stream.write(text));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    posts,
    change(changes) {
      Object.assign(talk.state, changes);
      write('/state', stateText());
    },
    hasLivePage: () => streams['/live/events'].size > 0,
    send: line => write('/live/events', `data: ${JSON.stringify(line)}\n\n`),
    close: () => new Promise(done => {
      server.close(done);
      server.closeAllConnections();
    }),
  };
}
