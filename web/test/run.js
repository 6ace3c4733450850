// node test/run.js [PART]: runs the files of tests whose paths have this part, one more at a time than there are cores,
// because those with a load tool wait for it most of the time.
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec as Spec } from 'node:test/reporters';
import { ROOT } from '../build/files.js';

/** The files that take the longest begin first, so that none of them runs alone at the end. */
const LONGEST = /\/(talk|report|rendering)\.test\.js$/;

const [part = ''] = process.argv.slice(2);
const files = readdirSync(`${ROOT}web/test`, { recursive: true }).map(path => `${ROOT}web/test/${path}`)
  .filter(path => path.endsWith('.test.js') && path.slice(ROOT.length).includes(part))
  .sort((one, other) => LONGEST.test(other) - LONGEST.test(one));

rmSync(`${ROOT}artifacts/browse`, { recursive: true, force: true });
// The limit is that of a file that hangs, in milliseconds.
run({ files, concurrency: availableParallelism() + 1, timeout: 600_000 })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(new Spec())
  .pipe(process.stdout);
