// Finds pages of a site without a title or a heading, and links to files or parts of pages that do not exist.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from '../../../web/build/files.js';

/**
 * @param {string} site the folder of the site
 * @param {string} repository the address of the repository
 * @returns {string[]} one line for each fault
 */
export function siteFaults(site, repository) {
  const files = readdirSync(site, { recursive: true }).filter(path => path.endsWith('.html'))
    .map(path => [path, readFileSync(posix.join(site, path), 'utf8')]);
  const pages = new Map(files.map(([path, html]) => [path, html.replace(/<script[^]*?<\/script>/g, '')]));
  // A report and a recording are drawn by their scripts.
  const drawn = new Set(files.filter(([, html]) => /<script id="(result|recording)"/.test(html)).map(([path]) => path));
  const faults = [];
  for (const [path, html] of pages) {
    if (!/<title>[^<]+<\/title>/.test(html)) faults.push(`${path}: no title`);
    if (!drawn.has(path) && !/<h1[ >]/.test(html)) faults.push(`${path}: no main heading`);
    for (const [, link] of html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)) {
      if (!leadsSomewhere(path, link)) faults.push(`${path}: broken link ${link}`);
    }
  }
  return faults;

  function leadsSomewhere(page, link) {
    const [address, part] = link.split('#');
    const [, source] = address.split(new RegExp(`^${repository}/(?:blob|tree)/HEAD/`));
    if (source !== undefined) return existsSync(posix.join(ROOT, source));
    if (/^[a-z]+:/.test(link)) return true;
    const target = address === '' ? page : posix.join(posix.dirname(page), address);
    // What a page reads from its address, such as #board=…, is no part of it.
    if (part && !part.includes('=')) return pages.get(target)?.includes(` id="${part}"`) ?? false;
    return existsSync(posix.join(site, target));
  }
}
