// npm run site: writes the documentation as web pages to artifacts/site. REPOSITORY is the address of the repository:
// the pages link to it for files that are not pages. Without an address, these links become text.
import { fileURLToPath } from 'node:url';
import { findResults } from './site-reports.js';
import { writeSite } from './site-pages.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const output = `${root}artifacts/site`;
const count = await writeSite({ root, output, repository: process.env.REPOSITORY, results: findResults(root) });
console.log(`  ${count} pages in artifacts/site`);
