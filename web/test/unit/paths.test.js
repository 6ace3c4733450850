// Plays every committed recording line by line, and draws its throughput chart after each of them.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../build/files.js';
import { parseRecording } from '../../live/recording.js';
import { drawStageThroughput } from '../../live/stage.js';
import { applyLine, isStage, resetState, state } from '../../live/state.js';
import { drawThroughput } from '../../live/throughput.js';

const FOLDER = `${ROOT}experiments/talk/recordings/`;

// Charts need the size of their element and of a rem, and no other part of a browser.
const chart = { clientWidth: 1000, clientHeight: 400, innerHTML: '' };
globalThis.document = { getElementById: () => chart, documentElement: {} };
globalThis.getComputedStyle = () => ({ fontSize: '20px' });

/** The x of each point of a path, in its order. */
const abscissas = path => path.match(/-?[\d.]+/g).map(Number).filter((_, i) => i % 2 === 0);

const runsBack = values => values.some((value, i) => i > 0 && value < values[i - 1]);

const recordings = readdirSync(FOLDER).filter(name => name.endsWith('.ndjson'));

test('Recordings_Committed_AreFound', () => assert.ok(recordings.length >= 3));

for (const name of recordings) {
  test(`Throughput_${name}_NoLineRunsBackwards`, { timeout: 60_000 }, () => {
    resetState();
    let lines = 0;
    for (const line of parseRecording(readFileSync(FOLDER + name, 'utf8'))) {
      applyLine(line);
      if (!line.load && !line.sample) continue;
      (isStage() ? drawStageThroughput : drawThroughput)();
      for (const [, path] of chart.innerHTML.matchAll(/class="data" d="(M[^"]*)"/g)) {
        lines++;
        assert.ok(!runsBack(abscissas(path)), `At ${state.t} s a line runs back: ${path}`);
      }
    }
    assert.ok(lines > 0);
  });
}
