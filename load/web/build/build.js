// npm run build: writes each page to dist/, where the load tool takes it from when it is compiled.
import { mkdirSync, writeFileSync } from 'node:fs';
import { bundlePage } from './bundle.js';
import { PAGES } from './pages.js';

const dist = new URL('../dist/', import.meta.url);
mkdirSync(dist, { recursive: true });
for (const page of PAGES) {
  const text = await bundlePage(page);
  writeFileSync(new URL(`${page.name}.html`, dist), text);
  console.log(`  dist/${page.name}.html  ${Math.round(text.length / 1000)} kB`);
}
