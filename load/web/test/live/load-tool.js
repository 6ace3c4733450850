// The load tool with its live page, and something for it to measure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOOL = fileURLToPath(new URL('../../../../artifacts/bin/Load/release/Load.dll', import.meta.url));
const WORDS = { a: 0, b: 1, c: 2 };

/** A tier with metrics; its variants differ in how long they wait. */
export async function tier() {
  let counted = 0;
  const server = createServer((asked, reply) => {
    if (asked.url === '/metrics') return reply.end(metrics(counted));
    const wait = WORDS[new URL(asked.url, 'http://tier').searchParams.get('strategy')];
    reply.on('finish', () => { counted++; });
    return setTimeout(() => reply.end('hello'), wait);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    counted: () => counted,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function metrics(counted) {
  const { user, system } = process.cpuUsage();
  return [
    `dotnet_process_cpu_time_seconds_total ${(user + system) / 1e6}`, 'dotnet_thread_pool_thread_count 7', 'dotnet_thread_pool_queue_length 2',
    `http_server_request_duration_seconds_count ${counted}`, '',
  ].join('\n');
}

export class Tool {
  #folder = mkdtempSync(join(tmpdir(), 'live-'));
  #output = '';
  #process;

  /** @param {string[]} options beside those of the page */
  constructor(...options) {
    this.#process = spawn('dotnet', [TOOL, ...options, '--out', this.#folder, '--serve', 'http://127.0.0.1:0', '--serve-for', '3m']);
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream.on('data', text => { this.#output += text; });
    this.ended = once(this.#process, 'exit').then(([code]) => code);
  }

  get output() {
    return this.#output;
  }

  /** @returns {Promise<string>} the page's, with its token where there is one */
  async address() {
    while (!/begins/.test(this.#output)) await Promise.race([once(this.#process.stdout, 'data'), this.#failed()]);
    return /live +(http\S+)/.exec(this.#output)[1];
  }

  result = () => JSON.parse(readFileSync(join(this.#folder, readdirSync(this.#folder).find(file => file.endsWith('.json'))), 'utf8'));

  async close() {
    this.#process.kill();
    await this.ended;
    rmSync(this.#folder, { recursive: true });
  }

  #failed = async () => {
    const code = await this.ended;
    throw new Error(`The tool ended with ${code}:\n${this.#output}`);
  };
}

/** @returns {Promise<{type: string, data: object}[]>} what a page that comes now is told, up to an event of that type */
export async function toldBy(address, type) {
  const stop = new AbortController();
  const reply = await fetch(new URL('events', address), { signal: stop.signal });
  let text = '';
  for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (new RegExp(`event: ${type}\ndata: .*\n\n`).test(text)) break;
  }
  stop.abort();
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name, data]) => ({ type: name, data: JSON.parse(data) }));
}
