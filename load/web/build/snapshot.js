// npm run snapshot: docs/live.png, the live page in the midst of a real demo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SIZE = { width: 1600, height: 1000 };
const LIMIT = 300_000;

// Late enough for verdicts, and while the blocking client is at it: its pool has the most threads.
const MOMENT = { round: /round [5-9] of/, who: 'webclient-sync', phase: 'measuring' };

const demo = spawn('make', ['demo', 'ARGS=--serve http://127.0.0.1:0 --serve-for 1m'], { cwd: ROOT, detached: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(await addressOf(demo));
  await page.waitForFunction(({ round, who, phase }) => {
    const text = id => document.getElementById(id).textContent.trim();
    return new RegExp(round).test(text('place')) && text('who') === who && text('phase') === phase
      && Number(text('rps').replace(/\s/g, '')) > 0;
  }, { ...MOMENT, round: MOMENT.round.source }, { timeout: LIMIT });
  await page.screenshot({ path: fileURLToPath(new URL('../../../docs/live.png', import.meta.url)) });
} finally {
  await browser.close();
  // With the tiers that it started.
  process.kill(-demo.pid, 'SIGTERM');
  await once(demo, 'exit');
}

async function addressOf({ stdout }) {
  let said = '';
  for await (const text of stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    const address = /live +(http\S+)/.exec(said)?.[1];
    if (!address || !/begins/.test(said)) continue;
    stdout.resume();
    return address;
  }
  throw new Error(`The demo said no address:\n${said}`);
}
