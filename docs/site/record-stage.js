// make -C web recording: shows each strategy on the stage (make stage) twice, and keeps the events of the second time,
// when all are warm, in stage.events.ndjson.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { readEvents } from '../../show/web/test/load-tool.js';
import { STUDIES, createFolder } from '../../web/build/files.js';
import { RECORDING } from './site-home.js';

/** For how long a strategy is shown, in milliseconds: the first time and the second. */
const TIMES = [5000, 5100];

const stage = spawn(
  'dotnet', [STUDIES, 'stage', '--page', 'http://127.0.0.1:0', '--out', createFolder()],
  { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = once(stage, 'exit');
let address;
for await (const line of createInterface(stage.stdout)) {
  [, address] = /live +(http\S+)/.exec(line) ?? [];
  if (address) break;
}
if (!address) throw new Error('make stage has exited.');
stage.stdout.resume();

const { origin, hash } = new URL(address);
const headers = {
  'Content-Type': 'application/json', Authorization: `Bearer ${hash.replace('#token=', '')}`, Origin: origin,
};
const all = readEvents(origin, 'end');
const [{ plan: { variants } }] = await readEvents(origin, 'turn');
for (const time of TIMES) {
  for (const { name } of variants) {
    console.log(`  ${name}`);
    const body = JSON.stringify({ variant: name });
    const response = await fetch(`${origin}/api/stage/variant`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    await wait(time);
  }
}
stage.kill('SIGTERM');
const events = await all;
await exited;

const from = events.indexOf(events.filter(({ turn }) => turn).at(-variants.length));
const kept = [events[0], ...events.slice(from).filter(({ turn, load }) => turn || load)];
writeFileSync(RECORDING, kept.map(event => `${JSON.stringify(event)}\n`).join(''));
