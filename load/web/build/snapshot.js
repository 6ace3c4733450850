// npm run snapshot: renews docs/live.png, a picture of the live page during make demo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SIZE = { width: 1600, height: 1000 };
const TIME_LIMIT = 300_000;

// The snapshot is taken when verdicts are known, during a trial of a client that blocks threads, because a blocked
// service has the largest thread pool.
const MOMENT = { round: /round [5-9] of/, variant: 'webclient-sync', phase: 'measuring' };

const demo = spawn('make', ['demo', 'ARGS=--serve http://127.0.0.1:0 --serve-for 1m'], { cwd: ROOT, detached: true });
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(await addressOf(demo));
  await page.waitForFunction(({ round, variant, phase }) => {
    const text = id => document.getElementById(id).textContent.trim();
    return new RegExp(round).test(text('place')) && text('variant') === variant && text('phase') === phase
      && Number(text('rps').replace(/\s/g, '')) > 0;
  }, { ...MOMENT, round: MOMENT.round.source }, { timeout: TIME_LIMIT });
  await page.screenshot({ path: fileURLToPath(new URL('../../../docs/live.png', import.meta.url)) });
} finally {
  await browser.close();
  // The process of the demo leads a process group that contains the services which the demo has started.
  process.kill(-demo.pid, 'SIGTERM');
  await once(demo, 'exit');
}

async function addressOf({ stdout }) {
  let output = '';
  for await (const text of stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    const address = /live +(http\S+)/.exec(output)?.[1];
    if (!address || !/begins/.test(output)) continue;
    stdout.resume();
    return address;
  }
  throw new Error(`The demo printed no address:\n${output}`);
}
