// make build: writes each page into one file, which is committed, so that the build of the programs needs no Node.js.
// make fresh (--check) instead fails when a committed file differs from the page that is built from the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { bundlePage } from './bundle.js';
import { ROOT } from './files.js';

/** The pages. The property connect holds the connect-src directive of the page's Content-Security-Policy. */
const PAGES = [
  { name: 'report', sources: 'web/report', output: 'load/reports/dist/report.html', connect: "'none'" },
  { name: 'live', sources: 'web/live', output: 'show/dist/live.html', connect: "'self'" },
  { name: 'talk', sources: 'web/talk', output: 'show/dist/talk.html', connect: "'self'; frame-src 'self'" },
];

const isCheck = process.argv.includes('--check');
for (const { output, ...page } of PAGES) {
  const text = await bundlePage(page);
  if (!isCheck) {
    writeFileSync(ROOT + output, text);
    console.log(`  ${output}  ${Math.round(text.length / 1000)} kB`);
  } else if (text !== readFileSync(ROOT + output, 'utf8')) {
    console.error(`${output} differs from what its sources build. Run make -C web, and commit the file.`);
    process.exitCode = 1;
  }
}
