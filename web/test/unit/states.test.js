// The pages say the state of a result as the terminal does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../build/files.js';
import { STATES } from '../../shared/states.js';

test('States_OnThePages_AreThoseOfTheTerminal', () => {
  const terminal = ['ResultDocument', 'ValidityBlocks'].flatMap(name => [
    ...readFileSync(`${ROOT}load/reports/Documents/${name}.cs`, 'utf8').matchAll(/new Note\(" ?(.+?) ?", Tone/g),
  ].map(([, words]) => words));
  assert.deepEqual(Object.values(STATES).sort(), terminal.sort());
});
