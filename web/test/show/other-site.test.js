// A page of another site in the browser of the speaker must neither control the talk nor read anything of it, not even
// if it knows the address with the token.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ROOT, createFolder } from '../../build/files.js';
import { TIME_LIMIT, useBrowser } from '../browser.js';

const CONTROLS = ['forward', 'back', 'recording', 'guess/1'];

const shared = useBrowser();

/** Starts the talk, and returns the address of the window of the room. */
async function startTalk(t) {
  const talk = spawn('dotnet', [
    `${ROOT}artifacts/bin/Experiments/release/Experiments.dll`, 'talk', '--recorded', '--port', '0', '--out', createFolder(),
  ]);
  const exited = once(talk, 'exit');
  t.after(() => { talk.kill(); return exited; });
  let output = '';
  for (const stream of [talk.stdout, talk.stderr]) stream.on('data', text => { output += text; });
  while (!/the speaker .*\n/.test(output)) {
    await Promise.race([once(talk.stdout, 'data'), exited.then(() => { throw new Error(output); })]);
  }
  return /the room +(http\S+)/.exec(output)[1];
}

/** Starts the other site, whose page is empty, and counts the requests. */
async function startSite(t) {
  const site = { requests: 0 };
  const server = createServer((request, response) => {
    site.requests++;
    response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' });
    response.end('<!doctype html><title>Another site</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  site.address = `http://127.0.0.1:${server.address().port}/`;
  return site;
}

/**
 * Runs in the page of the other site: everything that a page can try. Each attempt ends when the server has answered.
 * @returns what the page could read, by attempt
 */
async function attack([talk, controls]) {
  const read = {};
  const attempt = async (name, action) => {
    try {
      const found = await action();
      if (found) read[name] = String(found).slice(0, 100);
    } catch { /* The browser has refused. */ }
  };
  const loaded = (element, path) => new Promise((resolve, reject) => {
    element.onload = () => resolve(element);
    element.onerror = reject;
    element[element.tagName === 'LINK' ? 'href' : 'src'] = talk + path;
    document.body.append(element);
  });
  const paths = ['', 'speaker', 'talk', 'live/http:%5C%5C127.0.0.1'];
  for (const path of paths) {
    await attempt(`fetch ${path}`, async () => (await fetch(talk + path)).text());
    await attempt(`opaque fetch ${path}`, async () => (await fetch(talk + path, { mode: 'no-cors' })).text());
    await attempt(`script ${path}`, () => loaded(document.createElement('script'), path));
    await attempt(`frame ${path}`, async () =>
      (await loaded(document.createElement('iframe'), path)).contentDocument?.documentElement.textContent);
  }
  await attempt('events', () => new Promise((resolve, reject) => {
    const events = new EventSource(`${talk}state`);
    events.onmessage = ({ data }) => resolve(data);
    events.onerror = () => { events.close(); reject(new Error('refused')); };
  }));
  for (const control of controls) {
    for (const mode of ['cors', 'no-cors']) {
      await attempt(`${mode} post ${control}`, async () =>
        (await fetch(`${talk}api/${control}`, { method: 'POST', mode })).text());
    }
    await attempt(`beacon ${control}`, () => { navigator.sendBeacon(`${talk}api/${control}`); });
  }
  return read;
}

test('OtherSite_PageInTheSameBrowser_NeitherControlsTheTalkNorReadsIt', { timeout: TIME_LIMIT }, async t => {
  const [talk, site] = [await startTalk(t), await startSite(t)];
  const room = await shared.newPage();
  await room.goto(talk);
  await room.waitForSelector('#scene.question h1');
  const before = await room.innerHTML('#scene');
  const other = await room.context().newPage();
  await other.goto(site.address);

  for (const known of [new URL('/', talk).href, talk]) {
    assert.deepEqual(await other.evaluate(attack, [known, CONTROLS]), {});
    const [opened] = await Promise.all([
      other.waitForEvent('popup'), other.evaluate(address => { window.opened = open(address); }, known),
    ]);
    await opened.waitForLoadState();
    assert.equal(await other.evaluate(() => {
      try { return window.opened.document.body?.textContent || null; } catch { return null; }
    }), null);
    assert.equal(await opened.evaluate(() => window.opener === null), true);
    await opened.close();
    for (const control of CONTROLS) {
      const sender = await room.context().newPage();
      await sender.goto(site.address);
      await Promise.all([sender.waitForURL(`${known}api/${control}`), sender.evaluate(action => {
        const form = document.body.appendChild(document.createElement('form'));
        Object.assign(form, { method: 'POST', action }).submit();
      }, `${known}api/${control}`)]);
      await sender.close();
    }
  }

  // What was sent last comes last, so that an earlier control would be seen.
  assert.equal(await room.innerHTML('#scene'), before);
  await room.keyboard.press('2');
  await room.locator('.choices li:nth-child(2).guessed').waitFor();
  assert.equal(await room.locator('#scene.question .guessed').count(), 1);
});

test('Talk_PagesOfTheTalk_CannotSendToAnotherSite', { timeout: TIME_LIMIT }, async t => {
  const [talk, site] = [await startTalk(t), await startSite(t)];
  const room = await shared.newPage();
  await room.goto(talk);
  await room.waitForSelector('#scene.question h1');

  const sent = await room.evaluate(address => fetch(address).then(() => true, () => false), site.address);
  assert.equal(sent, false);
  assert.equal(site.requests, 0);
});
