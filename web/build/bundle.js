// Bundles a page into one file with its markup, styles, script and font. The program that shows it inserts the data.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import subset from 'subset-font';
import { ROOT } from './files.js';

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

/** The font Inter, so that the page looks the same on every computer without a network. */
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const SYMBOLS = '\u00a0\u00a7\u00b0\u00b1\u00b5\u00b7\u00d7\u2009\u202f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026'
  + '\u2190\u2191\u2192\u2193\u2212\u2248\u2264\u2265';

/** @returns {Promise<string>} the style of the font, with only the characters that the pages use */
async function fontFace() {
  const font = readFileSync(fileURLToPath(import.meta.resolve(FONT)));
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } };
  const small = await subset(font, ASCII + SYMBOLS, options);
  return '@font-face{font-family:"Inter Subset";font-weight:400 700;font-display:block;'
    + `src:url(data:font/woff2;base64,${small.toString('base64')}) format("woff2")}`;
}
