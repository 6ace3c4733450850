// Reports that the load tool writes from given results.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LOAD_TOOL = fileURLToPath(new URL('../../../../artifacts/bin/Load/release/Load.dll', import.meta.url));

/** The longest time that the load tool may take to write a report, in milliseconds. */
const TIME_LIMIT = 60_000;

export class ReportPages {
  #folder = mkdtempSync(join(tmpdir(), 'pages-'));
  #addresses = new Map();

  /**
   * Writes a report, unless one of the same results is written already.
   * @returns {string} the address of the report of one result, or of several side by side
   */
  write(name, results) {
    const key = JSON.stringify(results);
    if (!this.#addresses.has(key)) this.#addresses.set(key, this.#write(name, results));
    return this.#addresses.get(key);
  }

  #write(name, results) {
    const folder = mkdtempSync(join(this.#folder, `${name}-`));
    const files = [results].flat().map((result, i) => {
      const file = join(folder, i === 0 ? `${name}.json` : `${name}-${i}.json`);
      writeFileSync(file, JSON.stringify(result));
      return file;
    });
    const force = files.length > 1 ? ['--force'] : [];
    const options = { stdio: ['ignore', 'ignore', 'inherit'], timeout: TIME_LIMIT };
    execFileSync('dotnet', [LOAD_TOOL, 'report', ...files, ...force], options);
    // For several results, the load tool writes a page for each result and a page with all results. The page with all
    // results has the longest name.
    const pages = readdirSync(folder).filter(file => file.endsWith('.html'));
    const page = pages.reduce((longest, file) => file.length > longest.length ? file : longest);
    return pathToFileURL(join(folder, page)).href;
  }

  sizeOf = address => readFileSync(fileURLToPath(address)).length;

  delete = () => rmSync(this.#folder, { recursive: true });
}
