// The load tools: how each is called, and what it says that happened.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const REQUESTS = 40;
export const CONNECTIONS = 2;
const TIME_LIMIT_MS = 10_000;
const LOAD = new URL('../../artifacts/bin/Load/release/Load.dll', import.meta.url).pathname;

/** The first number after a label, or 0. */
const numberAfter = (text, label) => Number(new RegExp(`${label}\\s*([\\d.]+)`).exec(text)?.[1] ?? 0);

/** The number before a word. */
const countBefore = (text, word) => Number(new RegExp(`(\\d+) ${word}`).exec(text)[1]);

/**
 * Each tool: its arguments for a run, of which file is a path for its own use, and its report as it reads.
 * A report has the numbers of responses by status and of requests without one by error; the requests that it admits to
 * have sent again; and the time that it gives for a request over HTTP/2. It is null if the tool printed none.
 */
export const TOOLS = {
  hey: {
    version: () => run('dpkg-query', ['--show', '--showformat', '${Version}', 'hey']),
    start: (url, { requests = REQUESTS, method = 'GET', body, noKeepAlive }, file) => ['hey', '-n', requests, '-c', CONNECTIONS, '-t', 2,
      '-m', body ? 'POST' : method, ...body ? ['-D', file('body', 'x'.repeat(body))] : [],
      ...noKeepAlive ? ['-disable-keepalive'] : [], url],
    read: text => /Summary:/.test(text) ? {
      statuses: Object.fromEntries([...text.matchAll(/\[(\d+)\]\t(\d+) responses/g)].map(([, status, n]) => [status, n])),
      errors: { error: [...text.matchAll(/^ {2}\[(\d+)\]\t(?!\d+ responses)/gm)].reduce((all, [, n]) => all + Number(n), 0) },
    } : null,
  },
  wrk: {
    // It is stopped by the clock, and does not say what it then had sent.
    tolerance: CONNECTIONS,
    version: () => run('wrk', ['--version']).split(' ')[1],
    start: (url, { method = 'GET', body, noKeepAlive }, file) => ['wrk', '-t', 1, '-c', CONNECTIONS, '-d', '1s',
      '--timeout', '1s', ...noKeepAlive ? ['-H', 'Connection: close'] : [], '-s', file('wrk.lua',
        `wrk.method = "${body ? 'POST' : method}"\n${body ? `wrk.body = string.rep("x", ${body})` : ''}`), url],
    read: text => {
      if (!/requests in/.test(text)) return null;
      const others = numberAfter(text, 'Non-2xx or 3xx responses:');
      return {
        statuses: { requests: Number(/(\d+) requests in/.exec(text)[1]) - others, 'not 2xx': others },
        errors: Object.fromEntries(['connect', 'read', 'write', 'timeout']
          .map(word => [word, numberAfter(text, `Socket errors:.*${word}`)])),
      };
    },
  },
  ab: {
    isHttp10: true,
    version: () => /Version (\S+)/.exec(run('ab', ['-V']))[1],
    start: (url, { requests = REQUESTS, method, body, noKeepAlive }, file) => ['ab', '-n', requests, '-c', CONNECTIONS, '-s', 2,
      ...noKeepAlive ? [] : ['-k'], ...method === 'HEAD' ? ['-i'] : [],
      ...body ? ['-p', file('body', 'x'.repeat(body)), '-T', 'text/plain'] : [], url],
    read: text => {
      if (!/Complete requests:/.test(text)) return null;
      const [others, failed] = [numberAfter(text, 'Non-2xx responses:'), numberAfter(text, 'Failed requests:')];
      return {
        statuses: { complete: numberAfter(text, 'Complete requests:') - others - failed, 'not 2xx': others },
        errors: { failed },
      };
    },
  },
  h2load: {
    version: () => run('h2load', ['--version']).split('/')[1],
    start: (url, { requests = REQUESTS, method = 'GET', body, noKeepAlive, streams = 1, isHttp2 }, file) => ['h2load',
      '-n', requests, '-c', CONNECTIONS, '-m', streams, '-N', '2s', ...isHttp2 ? [] : ['--h1'], '-H', `:method: ${body ? 'POST' : method}`,
      ...body ? ['-d', file('body', 'x'.repeat(body))] : [], ...noKeepAlive ? ['-H', 'Connection: close'] : [], url],
    read: text => /^requests:/m.test(text) ? {
      // A status counts when the head came, even if the response then is an error.
      statuses: { succeeded: countBefore(text, 'succeeded'), 'not 2xx': countBefore(text, 'failed') - countBefore(text, 'errored') },
      errors: { errored: countBefore(text, 'errored') },
      serviceMs: milliseconds(/^time for request:(?:\s+\S+){2}\s+(\S+)/m.exec(text)?.[1]),
    } : null,
  },
  load: {
    version: () => /commit (\w{10})/.exec(run('dotnet', [LOAD, '--version']))[1],
    start: (url, { requests = REQUESTS, method = 'GET', body, noKeepAlive, streams = 1, isHttp2 }, file) => ['dotnet',
      LOAD, 'run', url, '-n', requests, '-c', CONNECTIONS, '--warmup', '0s', '--timeout', '2s', '--limit', 'other-cpu=100%',
      '--method', body ? 'POST' : method, ...body ? ['--body', `@${file('body', 'x'.repeat(body))}`] : [],
      ...noKeepAlive ? ['-H', 'Connection: close'] : [], ...isHttp2 ? ['--http2', streams] : [], '--out', file('')],
    read: (text, folder) => {
      const name = readdirSync(folder).find(file => file.endsWith('.json'));
      if (!name) return null;
      const [run] = JSON.parse(readFileSync(join(folder, name), 'utf8')).variants;
      return {
        statuses: run.statuses, errors: run.transport_errors, announced: run.resent,
        serviceMs: run.latency?.p50,
      };
    },
  },
};

/** @returns {Promise<{report: ?object, end: ?string}>} what a tool reports, and how it ended if it did not by itself */
export async function runTool({ start, read }, url, oddity, folder) {
  const [command, ...args] = start(url, oddity, (name, content) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  });
  const process = spawn(command, args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] });
  let [text, end] = ['', null];
  for (const output of [process.stdout, process.stderr]) output.on('data', part => { text += part; });
  const timer = setTimeout(() => {
    end = `no end in ${TIME_LIMIT_MS / 1000} s`;
    process.kill('SIGKILL');
  }, TIME_LIMIT_MS);
  const signal = await new Promise(done => process.on('close', (_, name) => done(name)));
  clearTimeout(timer);
  if (signal) end ??= `crash (${signal})`;
  return { report: end ? null : read(text, folder), end, text };
}

export function run(command, args) {
  const { stdout, error } = spawnSync(command, args, { encoding: 'utf8' });
  return error ? null : stdout.trim();
}

function milliseconds(text) {
  const [, number, unit] = /([\d.]+)(us|ms|s)$/.exec(text ?? '') ?? [];
  return unit && Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit];
}
