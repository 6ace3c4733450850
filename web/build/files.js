// Where the build, the tests and the site find what is not beside them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program of the load tool, which make builds first. */
export const LOAD_TOOL = `${ROOT}artifacts/bin/Load/release/Load.dll`;

/** @returns {string} a folder that is deleted when this program ends */
export function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return folder;
}
