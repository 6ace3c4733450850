// npm run fresh: fails where dist/ is not what the sources make.
import { readFileSync } from 'node:fs';
import { bundle } from './bundle.js';
import { PAGES } from './pages.js';

for (const page of PAGES) {
  const file = `dist/${page.name}.html`;
  const committed = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  if (committed === await bundle(page)) continue;
  console.error(`load/web/${file} is not what its sources make. Try: make pages, and commit it`);
  process.exitCode = 1;
}
