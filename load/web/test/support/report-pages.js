// Pages as the tool writes them, from results.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TOOL = fileURLToPath(new URL('../../../../artifacts/bin/Load/release/Load.dll', import.meta.url));

export class Pages {
  #folder = mkdtempSync(join(tmpdir(), 'pages-'));

  /** @returns {string} address of the page of a result, or of several side by side */
  write(name, results) {
    const files = [results].flat().map((result, i) => {
      const file = join(this.#folder, `${name}${i === 0 ? '' : `-${i}`}.json`);
      writeFileSync(file, JSON.stringify(result));
      return file;
    });
    execFileSync('dotnet', [TOOL, 'report', ...files, ...(files.length > 1 ? ['--force'] : [])], { stdio: ['ignore', 'ignore', 'inherit'] });
    const page = files.length === 1 ? `${name}.html` : `${name}-beside-${name}-1.html`;
    return pathToFileURL(join(this.#folder, page)).href;
  }

  sizeOf = address => readFileSync(fileURLToPath(address)).length;

  close = () => rmSync(this.#folder, { recursive: true });
}
