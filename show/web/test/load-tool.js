// Starts the load tool with its live page, and a target for it to measure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LOAD_TOOL, createFolder } from '../../../web/build/files.js';

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

export class LoadTool {
  #folder = createFolder();
  #output = '';
  #process;

  /** @param {string[]} options in addition to those for the live page */
  constructor(...options) {
    const serve = ['--serve', 'http://127.0.0.1:0'];
    const stay = options[0] === 'stage' ? [] : ['--serve-for', '3m'];
    this.#process = spawn('dotnet', [LOAD_TOOL, ...options, '--out', this.#folder, ...serve, ...stay]);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream.on('data', text => { this.#output += text; });
    }
    this.exited = once(this.#process, 'exit').then(([code]) => code);
  }

  get output() {
    return this.#output;
  }

  /**
   * @param {RegExp} ready what the tool prints when the page can be opened
   * @returns {Promise<string>} the address of the live page, with a token if the run can be controlled
   */
  async address(ready = /begins/) {
    while (!ready.test(this.#output)) await Promise.race([once(this.#process.stdout, 'data'), this.#failOnExit()]);
    return /live +(http\S+)/.exec(this.#output)[1];
  }

  result() {
    return JSON.parse(this.file('.json'));
  }

  /** @returns {string} the text of the file whose name has this end */
  file(end) {
    const name = readdirSync(this.#folder).find(other => other.endsWith(end));
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  /** Presses Ctrl-C. */
  interrupt = () => this.#process.kill('SIGINT');

  async close() {
    this.#process.kill();
    await this.exited;
  }

  #failOnExit = async () => {
    const code = await this.exited;
    throw new Error(`The load tool exited with ${code}:\n${this.#output}`);
  };
}

/** @returns {Promise<{type: string, data: object}[]>} the events that a new page gets, up to the first of this type */
export async function readEvents(address, type) {
  const stop = new AbortController();
  const response = await fetch(new URL('events', address), { signal: stop.signal });
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (new RegExp(`event: ${type}\ndata: .*\n\n`).test(text)) break;
  }
  stop.abort();
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
    .map(([, name, data]) => ({ type: name, data: JSON.parse(data) }));
}
