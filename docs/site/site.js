// make site: writes the documentation as web pages to artifacts/site. REPOSITORY is the address of the repository:
// the pages link to it for files that are not pages. Without an address, these links become text.
import { ROOT } from '../../web/build/files.js';
import { findResults } from './site-reports.js';
import { writeSite } from './site-pages.js';

const output = `${ROOT}artifacts/site`;
const count = await writeSite({ output, repository: process.env.REPOSITORY, results: findResults() });
console.log(`  ${count} pages in artifacts/site`);
