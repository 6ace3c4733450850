// Starts the load tool and show, whose page follows it, and a target to measure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LOAD_TOOL, SHOW, createFolder } from '../../build/files.js';

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

/** A run of the load tool, and the program show, whose page follows it, or steers it if it has the option --steer. */
export class LoadTool {
  #folder = createFolder();
  #output = '';
  #options;
  #show;
  #load;

  /** @param {string[]} options for the load tool, in addition to those for its events and files */
  constructor(options, showOptions = []) {
    this.#options = [...options, '--out', this.#folder];
    const source = this.#isSteered ? ['--', 'dotnet', LOAD_TOOL, ...this.#options] : [this.events];
    this.#show = this.#spawn(SHOW, [...showOptions, '--page', ANY_PORT, ...source]);
    if (this.#isSteered) this.exited = exitOf(this.#show);
  }

  get #isSteered() {
    return this.#options.includes('--steer');
  }

  get output() {
    return this.#output;
  }

  /** The file to which the load tool writes the events. */
  get events() {
    return this.path('run.events.ndjson');
  }

  /** @returns {Promise<string>} the address of the page, with the token that steers the run */
  async address() {
    while (!/page .*\n/.test(this.#output)) {
      await Promise.race([once(this.#show.stdout, 'data'), failOnExit(this.#show)]);
    }
    return /page +(http\S+)/.exec(this.#output)[1];
  }

  /** Starts the load tool, unless show has started it. */
  measure() {
    if (this.#isSteered) return;
    this.#load = this.#spawn(LOAD_TOOL, [...this.#options, '--events', this.events]);
    this.exited = exitOf(this.#load);
  }

  result() {
    return JSON.parse(this.file('.json'));
  }

  /** @returns {string} the path of a file of the run */
  path = name => join(this.#folder, name);

  /** @returns {string} the text of the file whose name has this end */
  file = end => readFileSync(this.path(readdirSync(this.#folder).find(other => other.endsWith(end))), 'utf8');

  /** Presses Ctrl-C. */
  interrupt = () => (this.#load ?? this.#show).kill('SIGINT');

  async close() {
    this.#load?.kill();
    if (this.#load) await this.exited;
    if (this.#show.exitCode === null && this.#show.kill()) await once(this.#show, 'exit');
  }

  #spawn(program, options) {
    const child = spawn('dotnet', [program, ...options]);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { this.#output += text; });
    return child;
  }
}

const exitOf = child => once(child, 'exit').then(([code]) => code);

async function failOnExit(show) {
  const [code] = await once(show, 'exit');
  throw new Error(`show exited with ${code}`);
}

/** @returns {Promise<object[]>} the lines that a new page gets, up to the first of this kind */
export async function readEvents(address, kind) {
  const stop = new AbortController();
  const response = await fetch(new URL('events', address), { signal: stop.signal });
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (linesOf(text).some(line => line[kind])) break;
  }
  stop.abort();
  return linesOf(text);
}

const linesOf = text => [...text.matchAll(/data: (.*)\n/g)].map(([, line]) => JSON.parse(line));
