// Starts the load tool and show, whose page follows it, and a target to measure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LOAD_TOOL, SHOW, createFolder } from '../../../web/build/files.js';

const ANY_PORT = 'http://127.0.0.1:0';

/** Milliseconds until the target answers a request of each variant. */
const DELAYS = { a: 4, b: 8, c: 12 };

/** Starts a server with metrics, whose variants differ in their response time. */
async function startTarget() {
  let requests = 0;
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return response.end(formatMetrics(requests));
    const delay = DELAYS[new URL(request.url, 'http://target').searchParams.get('strategy')];
    response.on('finish', () => { requests++; });
    return setTimeout(() => response.end('hello'), delay);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    countRequests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Gives all tests of a file one target, from before the first test until after the last. */
export function useTarget() {
  const shared = {};
  before(async () => { shared.target = await startTarget(); });
  after(() => shared.target?.close());
  return shared;
}

function formatMetrics(requests) {
  const { user, system } = process.cpuUsage();
  return [
    `dotnet_process_cpu_time_seconds_total ${(user + system) / 1e6}`,
    'dotnet_thread_pool_threads 7',
    'dotnet_thread_pool_queue_length 2',
    `http_server_request_duration_seconds_count ${requests}`,
    '',
  ].join('\n');
}

/** A run of the load tool, and the program show, whose page follows it. */
export class LoadTool {
  #folder = createFolder();
  #output = '';
  #options;
  #show;
  #load;

  /** @param {string[]} options for the load tool, in addition to those for its events and files */
  constructor(options, showOptions = []) {
    this.#options = options;
    this.#show = findAddress().then(events =>
      [events, this.#spawn(SHOW, [events, '--page', ANY_PORT, ...showOptions])]);
  }

  get output() {
    return this.#output;
  }

  /** @returns {Promise<string>} the address of the page, with the token that controls the run */
  async address() {
    const [, show] = await this.#show;
    while (!/follows/.test(this.#output)) await Promise.race([once(show.stdout, 'data'), failOnExit(show)]);
    return /page +(http\S+)/.exec(this.#output)[1];
  }

  /** Starts the load tool. */
  async measure() {
    const [events] = await this.#show;
    this.#load = this.#spawn(LOAD_TOOL, [...this.#options, '--out', this.#folder, '--events', events]);
    this.exited = once(this.#load, 'exit').then(([code]) => code);
  }

  result() {
    return JSON.parse(this.file('.json'));
  }

  /** @returns {string} the path of a file of the run */
  path = name => join(this.#folder, name);

  /** @returns {string} the text of the file whose name has this end */
  file = end => readFileSync(this.path(readdirSync(this.#folder).find(other => other.endsWith(end))), 'utf8');

  /** Presses Ctrl-C. */
  interrupt = () => this.#load.kill('SIGINT');

  async close() {
    this.#load?.kill();
    await this.exited;
    const [, show] = await this.#show;
    if (show.exitCode === null && show.kill()) await once(show, 'exit');
  }

  #spawn(program, options) {
    const env = { ...process.env, LOAD_TOKEN: 'the-token-of-a-test' };
    const child = spawn('dotnet', [program, ...options], { env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { this.#output += text; });
    return child;
  }
}

/** @returns {Promise<string>} an address on which nobody listens */
async function findAddress() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return `http://127.0.0.1:${port}`;
}

async function failOnExit(show) {
  const [code] = await once(show, 'exit');
  throw new Error(`show exited with ${code}`);
}

/** @returns {Promise<{type: string, data: object}[]>} the events that a new page gets, up to the first of this type */
export async function readEvents(address, type) {
  const stop = new AbortController();
  const response = await fetch(new URL('events', address), { signal: stop.signal });
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (new RegExp(`event: ${type}\ndata: .*\n`).test(text)) break;
  }
  stop.abort();
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)]
    .map(([, name, data]) => ({ type: name, data: JSON.parse(data) }));
}
