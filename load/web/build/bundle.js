// Bundles a page into one file with its markup, styles, script and font. The load tool inserts the data.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { fontFace } from './font.js';

const SOURCES = new URL('../', import.meta.url);

/** @returns {Promise<string>} the page as HTML */
export async function bundlePage({ name, connect }) {
  const [script, style] = await Promise.all([bundleScript(name), bundleStyle(name)]);
  const parts = { policy: securityPolicy(script, connect), style, script };
  return readFileSync(new URL(`${name}/page.html`, SOURCES), 'utf8')
    .replace(/{{(\w+)}}/g, (_, part) => parts[part]);
}

/** @returns {Promise<string>} the script of a page, for a script element */
export const bundleScript = async name =>
  escapeForScript(await minify(`${name}/main.js`, { bundle: true, format: 'iife', target: 'es2022' }));

/** @returns {Promise<string>} the styles of a page, with the font */
export const bundleStyle = async name => await fontFace() + await minify(`${name}/${name}.css`, { bundle: true });

async function minify(entry, options) {
  const { outputFiles } = await build({
    ...options, entryPoints: [entry], absWorkingDir: fileURLToPath(SOURCES), minify: true, write: false,
    legalComments: 'none', charset: 'utf8', logLevel: 'error',
  });
  return outputFiles[0].text.trim();
}

const escapeForScript = text => text.replace(/<(?=\/script|!--)/gi, '\\x3c');

// The security policy allows only the script of the page, by its hash, so that no script from a result file can run.
// The policy allows no other host.
function securityPolicy(script, connect) {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'", `script-src 'sha256-${hash}'`, "style-src 'unsafe-inline'", 'img-src data:', 'font-src data:',
    `connect-src ${connect}`, "base-uri 'none'", "form-action 'none'",
  ].join('; ');
}
