// npm run build: writes each page to dist/. The build of the load tool embeds the pages from there.
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
