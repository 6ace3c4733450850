// Where the build and the tests find what is not beside them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of the load tool and of the live page, which make builds first. */
export const LOAD_TOOL = `${ROOT}artifacts/bin/Load/release/Load.dll`;
export const SHOW = `${ROOT}artifacts/bin/Show/release/Show.dll`;

/** @returns {string} a folder that is deleted when this program ends */
export function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return folder;
}
