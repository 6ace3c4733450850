// npm run fresh: fails when a page in dist/ differs from the page that is built from the sources.
import { readFileSync } from 'node:fs';
import { bundlePage } from './bundle.js';
import { PAGES } from './pages.js';

for (const page of PAGES) {
  const file = `dist/${page.name}.html`;
  const committed = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  if (committed === await bundlePage(page)) continue;
  console.error(`load/web/${file} differs from what its sources build. Run make -C load/web, and commit the file.`);
  process.exitCode = 1;
}
