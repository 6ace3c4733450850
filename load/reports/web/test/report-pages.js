// Reports that the load tool writes from given results.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOAD_TOOL, createFolder } from '../../../../web/build/files.js';
import { TIME_LIMIT } from '../../../../web/test/browser.js';

/**
 * Writes the report of each result, all at once.
 * @param {object} results the results by name
 * @returns {object} the addresses of the reports by name
 */
export function writeReports(results) {
  const folder = createFolder();
  // The tool says that results of several kinds cannot be side by side, after it has written the report of each.
  const output = report(folder, results, []);
  return Object.fromEntries(Object.keys(results).map(name => {
    const page = join(folder, `${name}.html`);
    if (!existsSync(page)) throw new Error(`There is no report of ${name}:\n${output}`);
    return [name, pathToFileURL(page).href];
  }));
}

/** @returns {string} the address of the page that shows results side by side */
export function writeSideBySide(results) {
  const folder = createFolder();
  report(folder, results, ['--force']);
  // The page with all results has the longest name.
  const [page] = readdirSync(folder).filter(file => file.endsWith('.html'))
    .sort((one, other) => other.length - one.length);
  return pathToFileURL(join(folder, page)).href;
}

function report(folder, results, options) {
  const files = Object.entries(results).map(([name, result]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(result));
    return file;
  });
  return spawnSync('dotnet', [LOAD_TOOL, 'report', ...files, ...options], { timeout: TIME_LIMIT }).stderr.toString();
}
