import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawCode } from '../../shared/qr-code.js';

/** The corner that a phone looks for: a frame of seven modules, and a block of three in it. */
const CORNER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

test('Code_OfAnAddress_HasThreeCornersAndAQuietZone', { timeout: 10_000 }, () => {
  const { text } = drawCode('https://example.org/two-tier-testbed');
  const [, least, size] = /viewBox="(-\d+) -\d+ (\d+) \d+"/.exec(text);
  const count = Number(size) + 2 * Number(least);
  const dark = new Set([...text.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const cornerAt = (x, y) => CORNER.map((row, r) =>
    [...row].map((_, c) => dark.has(`${x + c} ${y + r}`) ? '#' : '.').join(''));

  assert.equal(Number(least), -4);
  assert.equal((count - 17) % 4, 0);
  for (const [x, y] of [[0, 0], [count - 7, 0], [0, count - 7]]) assert.deepEqual(cornerAt(x, y), CORNER);
});
