// Tests the stage as a speaker uses it, with a load tool that really sends load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFaults } from '../support/browser.js';
import { LoadTool, useBrowserAndTarget } from './load-tool.js';

const TIME_LIMIT = 180_000;

const shared = useBrowserAndTarget();

test('Stage_KeysPressed_SwapTheVariantAndTheConnectionsOnThePage', { timeout: TIME_LIMIT }, async test => {
  const tool = new LoadTool('stage', '-u', shared.target.address, '--vary', 'strategy=a,b,c', '-c', '2');
  try {
    const page = await shared.browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(TIME_LIMIT);
    await page.goto(await tool.address(/stage .*\n/));
    await page.waitForFunction(() => document.querySelector('#throughput .scene path.data'));
    assert.match(await page.textContent('#variant'), /^\s*a/);

    const pressed = Date.now();
    await page.keyboard.press('2');
    const isShown = () => document.getElementById('variant').textContent.trim() === 'b'
      && document.querySelector('#throughput .scene[data-variant="b"] path.data');
    await page.waitForFunction(isShown);
    test.diagnostic(`from the key to the line: ${Date.now() - pressed} ms`);

    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.getElementById('place').textContent.includes('4 connections'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('9');
    await page.waitForFunction(() => document.getElementById('place').textContent.includes('2 connections'));
    assert.equal((await page.textContent('#variant')).trim(), 'b', 'A key without a variant changes nothing.');

    assert.match(await page.textContent('#progress'), /shown, not measured/i);
    assert.match(await page.textContent('#phase'), /shown, not measured/i);
    assert.doesNotMatch(await page.textContent('#page'), /×|ratio|valid/, 'There are no ratios and no verdicts.');
    assert.deepEqual(await accessibilityFaults(page), []);
  } finally {
    await tool.close();
  }
});
