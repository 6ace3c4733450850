// make -C web recording: shows each strategy on the stage (make stage) twice, and keeps the events of the second time,
// when all are warm, in stage.events.ndjson.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { readEvents } from '../../show/web/test/load-tool.js';
import { STUDIES, createFolder } from '../../web/build/files.js';
import { RECORDING } from './site-home.js';

/** For how long a strategy is shown, in milliseconds: the first time and the second. */
const TIMES = [5000, 5100];

const all = join(createFolder(), 'all.events.ndjson');
const anyPort = 'http://127.0.0.1:0';
const options = ['stage', '--page', anyPort, '--out', createFolder(), '--events', anyPort, '--events', all];
const stage = spawn('dotnet', [STUDIES, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = once(stage, 'exit');
let address;
for await (const line of createInterface(stage.stdout)) {
  [, address] = /events +(http\S+)/.exec(line) ?? [];
  if (address) break;
}
if (!address) throw new Error('make stage has exited.');
stage.stdout.resume();

const { origin, hash } = new URL(address);
const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${hash.replace('#token=', '')}` };
const [{ data: { variants } }] = await readEvents(origin, 'phase');
for (const time of TIMES) {
  for (const { name } of variants) {
    console.log(`  ${name}`);
    const body = JSON.stringify({ variant: name });
    const response = await fetch(`${origin}/control`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    await wait(time);
  }
}
stage.kill('SIGINT');
await exited;

const lines = readFileSync(all, 'utf8').trim().split('\n').map(line => JSON.parse(line));
const phases = lines.filter(({ type }) => type === 'phase');
const from = lines.indexOf(phases.at(-variants.length));
const kept = [lines[0], ...lines.slice(from).filter(({ type }) => ['phase', 'tick'].includes(type))];
writeFileSync(RECORDING, kept.map(line => `${JSON.stringify(line)}\n`).join(''));
