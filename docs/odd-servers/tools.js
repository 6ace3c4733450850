// The load tools: how each is called, and what it says that happened.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const REQUESTS = 40;
export const CONNECTIONS = 2;
const TIME_LIMIT_MS = 10_000;
const LOAD = new URL('../../artifacts/bin/Load/release/Load.dll', import.meta.url).pathname;
const CLOSE = ['-H', 'Connection: close'];

/**
 * Each tool: its version, its command for a load, and its report as it reads. A report has the numbers of responses by
 * status and of requests without one by error, the requests that it admits to have sent again, and the time that it
 * gives for a request over HTTP/2. It is null if the tool printed none.
 */
export const TOOLS = {
  hey: {
    version: () => run('dpkg-query', ['--show', '--showformat', '${Version}', 'hey']),
    command: load => ['hey', '-n', load.requests, '-c', CONNECTIONS, '-t', 2, '-m', load.method,
      ...load.bodyFile ? ['-D', load.bodyFile] : [], ...load.noKeepAlive ? ['-disable-keepalive'] : [], load.url],
    read: text => {
      if (!text.includes('Summary:')) return null;
      const statuses = text.matchAll(/\[(\d+)\]\t(\d+) responses/g);
      const errors = text.matchAll(/^ {2}\[(\d+)\]\t(?!\d+ responses)/gm);
      return {
        statuses: Object.fromEntries([...statuses].map(([, status, count]) => [status, count])),
        errors: { error: [...errors].reduce((total, [, count]) => total + Number(count), 0) },
      };
    },
  },
  wrk: {
    // It is stopped by the clock, and does not say what it then had sent.
    tolerance: CONNECTIONS,
    version: () => run('wrk', ['--version'])?.split(' ')[1],
    command: load => {
      const script = join(load.folder, 'wrk.lua');
      const body = load.bodyFile ? `wrk.body = io.open("${load.bodyFile}"):read("*a")` : '';
      writeFileSync(script, `wrk.method = "${load.method}"\n${body}`);
      return ['wrk', '-t', 1, '-c', CONNECTIONS, '-d', '1s', '--timeout', '1s', '-s', script,
        ...load.noKeepAlive ? CLOSE : [], load.url];
    },
    read: text => {
      if (!text.includes('requests in')) return null;
      const others = numberAfter(text, 'Non-2xx or 3xx responses:');
      const kinds = ['connect', 'read', 'write', 'timeout'];
      return {
        statuses: { requests: numberBefore(text, 'requests in') - others, 'not 2xx': others },
        errors: Object.fromEntries(kinds.map(kind => [kind, numberAfter(text, `Socket errors:.*${kind}`)])),
      };
    },
  },
  ab: {
    isHttp10: true,
    version: () => /Version (\S+)/.exec(run('ab', ['-V']))?.[1],
    command: load => ['ab', '-n', load.requests, '-c', CONNECTIONS, '-s', 2, ...load.noKeepAlive ? [] : ['-k'],
      ...load.method === 'HEAD' ? ['-i'] : [], ...load.bodyFile ? ['-p', load.bodyFile] : [], load.url],
    read: text => {
      if (!text.includes('Complete requests:')) return null;
      const [others, failed] = [numberAfter(text, 'Non-2xx responses:'), numberAfter(text, 'Failed requests:')];
      return {
        statuses: { complete: numberAfter(text, 'Complete requests:') - others - failed, 'not 2xx': others },
        errors: { failed },
      };
    },
  },
  h2load: {
    version: () => run('h2load', ['--version'])?.split('/')[1],
    command: load => ['h2load', '-n', load.requests, '-c', CONNECTIONS, '-m', load.streams, '-N', '2s',
      ...load.isHttp2 ? [] : ['--h1'], '-H', `:method: ${load.method}`, ...load.bodyFile ? ['-d', load.bodyFile] : [],
      ...load.noKeepAlive ? CLOSE : [], load.url],
    read: text => {
      if (!/^requests:/m.test(text)) return null;
      // A status counts when the head came, even if the response then is an error.
      const [failed, errored] = [numberBefore(text, 'failed'), numberBefore(text, 'errored')];
      const others = Math.min(failed - errored, numberBefore(text, '4xx') + numberBefore(text, '5xx'));
      return {
        statuses: { succeeded: numberBefore(text, 'succeeded'), 'not 2xx': others },
        errors: { errored, failed: failed - errored - others },
        serviceMs: milliseconds(/^time for request:(?:\s+\S+){2}\s+(\S+)/m.exec(text)?.[1]),
      };
    },
  },
  load: {
    version: () => /load ([\d.]+)/.exec(run('dotnet', [LOAD, '--version']))?.[1],
    command: load => ['dotnet', LOAD, 'run', load.url, '-n', load.requests, '-c', CONNECTIONS, '--warmup', '0s',
      '--timeout', '2s', '--out', load.folder, '--method', load.method,
      ...load.bodyFile ? ['--body', `@${load.bodyFile}`] : [], ...load.noKeepAlive ? CLOSE : [],
      ...load.isHttp2 ? ['--http2', load.streams] : []],
    read: (_, folder) => {
      const name = readdirSync(folder).find(file => file.endsWith('.json'));
      if (!name) return null;
      const [variant] = JSON.parse(readFileSync(join(folder, name), 'utf8')).variants;
      return {
        statuses: variant.statuses, errors: variant.transport_errors,
        announced: variant.resent, serviceMs: (variant.service ?? variant.latency)?.p50,
      };
    },
  },
};

/** @returns {Promise<{report: ?object, end: ?string}>} what a tool reports, and how it ended if it did not by itself */
export async function runTool(tool, url, { requests = REQUESTS, body, streams = 1, ...load }, folder) {
  const bodyFile = body && join(folder, 'body');
  if (bodyFile) writeFileSync(bodyFile, 'x'.repeat(body));
  const method = load.method ?? (bodyFile ? 'POST' : 'GET');
  const [command, ...args] = tool.command({ ...load, url, requests, streams, method, bodyFile, folder });
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
  return { report: end ? null : tool.read(text, folder), end };
}

function run(command, args) {
  const { stdout, error } = spawnSync(command, args, { encoding: 'utf8' });
  return error ? undefined : stdout.trim();
}

/** The first number after a label, or 0. */
function numberAfter(text, label) { return Number(new RegExp(`${label}\\s*([\\d.]+)`).exec(text)?.[1] ?? 0); }

function numberBefore(text, word) { return Number(new RegExp(`(\\d+) ${word}`).exec(text)[1]); }

function milliseconds(text) {
  const [, number, unit] = /([\d.]+)(us|ms|s)$/.exec(text ?? '') ?? [];
  return unit && Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit];
}
