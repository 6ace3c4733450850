// A code to scan (QR), drawn here, so that the room needs no other computer to find the address.
import { qrcode } from 'qrcode-generator';
import { markup } from './markup.js';

/** The quiet zone around the code, in modules. Without it, phones do not find the code. */
const QUIET = 4;

/** Draws the code of an address: dark on white in both themes. */
export function drawCode(address) {
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, i) => i);
  const dark = places.flatMap(row => places.filter(column => code.isDark(row, column))
    .map(column => `M${column} ${row}h1v1h-1z`));
  const size = places.length + 2 * QUIET;
  return markup`<svg class="code" viewBox="${-QUIET} ${-QUIET} ${size} ${size}" role="img"
    aria-label="Code to scan: ${address}"><rect x="${-QUIET}" y="${-QUIET}" width="${size}" height="${size}"
    fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`;
}
