// Reports that the load tool writes from given results.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOAD_TOOL, createFolder } from '../../build/files.js';
import { TIME_LIMIT } from '../browser.js';

/**
 * Writes the report of each result, all at once.
 * @param {object} results the results by name
 * @returns {object} the addresses of the reports by name
 */
export function writeReports(results) {
  const folder = createFolder();
  const files = Object.entries(results).map(([name, result]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(result));
    return file;
  });
  const { stderr } = spawnSync('dotnet', [LOAD_TOOL, 'report', ...files], { timeout: TIME_LIMIT });
  return Object.fromEntries(Object.keys(results).map(name => {
    const page = join(folder, `${name}.html`);
    if (!existsSync(page)) throw new Error(`There is no report of ${name}:\n${stderr}`);
    return [name, pathToFileURL(page).href];
  }));
}
