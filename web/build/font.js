// Embeds the font Inter into a page, so that the page looks the same on every computer without a network. The embedded
// font contains only the characters that the pages use.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const FILE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const SYMBOLS = '\u00a0\u00a7\u00b0\u00b1\u00b5\u00b7\u00d7\u2009\u202f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026'
  + '\u2190\u2191\u2192\u2193\u2212\u2248\u2264\u2265';

export async function fontFace() {
  const font = readFileSync(fileURLToPath(import.meta.resolve(FILE)));
  const options = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } };
  const small = await subset(font, ASCII + SYMBOLS, options);
  return '@font-face{font-family:"Inter Subset";font-weight:400 700;font-display:block;'
    + `src:url(data:font/woff2;base64,${small.toString('base64')}) format("woff2")}`;
}
