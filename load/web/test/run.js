// npm test: runs the files of tests, as many at a time as there are cores. Without a number, node keeps one core free,
// which on a machine with two cores is half of them.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true }).filter(path => path.endsWith('.test.js'))
  .map(path => join(folder, path));

run({ files, concurrency: availableParallelism() })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new Spec())
  .pipe(process.stdout);
