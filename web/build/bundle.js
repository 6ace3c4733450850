// Bundles a page into one file with its markup, styles, script and font. The program that shows it inserts the data.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { ROOT } from './files.js';
import { fontFace } from './font.js';

/** @returns {Promise<string>} the page as HTML */
export async function bundlePage({ name, sources, connect }) {
  const [script, style] = await Promise.all([bundleScript(sources), bundleStyle(sources, name)]);
  const parts = { policy: securityPolicy(script, connect), style, script };
  return readFileSync(`${ROOT}${sources}/page.html`, 'utf8')
    .replace(/{{(\w+)}}/g, (_, part) => parts[part]);
}

/** @returns {Promise<string>} the script of a page, for a script element */
const bundleScript = async sources =>
  escapeForScript(await minify(`${sources}/main.js`, { bundle: true, format: 'iife', target: 'es2022' }));

/** @returns {Promise<string>} the styles of a page, with the font */
const bundleStyle = async (sources, name) =>
  await fontFace() + await minify(`${sources}/${name}.css`, { bundle: true });

async function minify(entry, options) {
  const { outputFiles } = await build({
    ...options, entryPoints: [entry], absWorkingDir: ROOT, minify: true, write: false,
    legalComments: 'none', charset: 'utf8', logLevel: 'error',
  });
  return outputFiles[0].text.trim();
}

const escapeForScript = text => text.replace(/<(?=\/script|!--)/gi, '\\x3c');

// The security policy allows only the script of the page, by its hash, so that no script from a result file can run.
function securityPolicy(script, connect) {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'", `script-src 'sha256-${hash}'`, "style-src 'unsafe-inline'", 'img-src data:',
    'font-src data:', `connect-src ${connect}`, "base-uri 'none'", "form-action 'none'",
  ].join('; ');
}
