// npm test: runs the files of tests, one more at a time than there are cores, because those with a load tool wait for
// it most of the time. They are the first, because they take the longest.
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true }).filter(path => path.endsWith('.test.js'))
  .sort((one, other) => other.startsWith('live') - one.startsWith('live'))
  .map(path => join(folder, path));

rmSync(join(folder, '../../../artifacts/browse'), { recursive: true, force: true });
// The limit is that of a file that hangs, in milliseconds.
run({ files, concurrency: availableParallelism() + 1, timeout: 1_200_000 })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new Spec())
  .pipe(process.stdout);
