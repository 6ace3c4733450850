// A page in one file: markup, style, script and font. Where data belongs, the tool fills in what it has.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { fontFace } from './font.js';

const SOURCES = new URL('../', import.meta.url);

/** @returns {Promise<string>} the page */
export async function bundle({ name, connect }) {
  const script = inScript(await minified(`${name}/main.js`, { bundle: true, format: 'iife', target: 'es2022' }));
  const style = await fontFace() + await minified(`${name}/${name}.css`, { bundle: true });
  const parts = { policy: policy(script, connect), style, script };
  return readFileSync(new URL(`${name}/page.html`, SOURCES), 'utf8')
    .replace(/{{(\w+)}}/g, (_, part) => parts[part]);
}

async function minified(entry, options) {
  const { outputFiles } = await build({
    ...options, entryPoints: [entry], absWorkingDir: fileURLToPath(SOURCES), minify: true, write: false, legalComments: 'none',
    charset: 'utf8', logLevel: 'error',
  });
  return outputFiles[0].text.trim();
}

const inScript = text => text.replace(/<(?=\/script|!--)/gi, '\\x3c');

// One script, by its hash: what is slipped into the page by whatever name is not run. No host is allowed.
function policy(script, connect) {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'", `script-src 'sha256-${hash}'`, "style-src 'unsafe-inline'", 'img-src data:', 'font-src data:',
    `connect-src ${connect}`, "base-uri 'none'", "form-action 'none'",
  ].join('; ');
}
