// The pages of the documentation site: those that the navigation lists, and every Markdown file that they lead to.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { bundleScript, bundleStyle, securityPolicy } from '../../web/build/bundle.js';
import { ROOT } from '../../web/build/files.js';
import { markup } from '../../web/shared/markup.js';
import { renderMarkdown } from './markdown.js';
import { renderHome } from './site-home.js';
import { REPORTS, writeReports } from './site-reports.js';
import { TALK, writeActs } from './site-talk.js';

const HOME = 'README.md';

export const NAVIGATION = {
  Start: [HOME, 'docs/README.md', 'docs/course.md'],
  Testbed: ['docs/testbed.md', 'docs/reference.md', 'docs/parsers.md', 'docs/talk.md', TALK],
  'Load tool': ['load/README.md', 'load/guide.md', 'docs/other-tools.md'],
  Ledger: ['docs/ledger.md', 'docs/claims.md', 'docs/questions.md', 'docs/question-rows.md', REPORTS,
    'docs/corrections.md'],
  Essays: ['docs/read-as-async.md', 'docs/webclient.md', 'docs/headers-first.md', 'docs/blocking.md',
    'docs/which-client.md', 'docs/resilience.md', 'docs/hedging-over-http2.md', 'docs/load-shedding.md',
    'docs/beside-go.md', 'docs/which-protocol.md', 'docs/tls.md', 'docs/platform-costs.md', 'docs/dotnet-11.md',
    'docs/chattiness.md', 'docs/distance.md', 'docs/odd-servers.md'],
  Details: ['docs/method.md', 'prometheus/drill.md', 'docs/security.md', 'docs/decisions.md'],
};

/** The names in the navigation of pages whose titles say too little beside the others. */
const NAMES = { [HOME]: 'Home' };

/** A link in a page, in Markdown or in HTML. */
const LINK = /\b(href|src|srcset)="([^"]*)"/g;
const ABSOLUTE = /^([a-z]+:|\/\/)/i;
/** A page of the repository that is no file, such as that of a release: GitHub shows files two folders further down. */
const ABOVE_FILES = /^\.\.\/\.\.\//;

/**
 * Writes the site into an empty folder.
 * @param {{output: string, repository?: string, results: string[]}} options the folder of the site, the address of the
 * repository, and the results of which the site has reports
 * @returns {Promise<number>} the number of pages
 */
export async function writeSite({ output, repository, results }) {
  rmSync(output, { recursive: true, force: true });
  const reports = new Set(results.map(path => path.replace(/json$/, 'md')));
  const acts = writeActs(output);
  const generated = { [REPORTS]: writeReports(output, results), [TALK]: acts.page };
  const pages = readPages(path => generated[path] ?? readFileSync(posix.join(ROOT, path), 'utf8'), reports);

  const template = readFileSync(new URL('page.html', import.meta.url), 'utf8');
  const [homeScript, otherScript] = await Promise.all(['docs/site/play', 'docs/site'].map(bundleScript));
  write('site.css', await bundleStyle('docs/site', 'site'));
  for (const [path, { title, html }] of pages) {
    const name = pages.get(HOME).title;
    const [script, page] = path === HOME
      ? [homeScript, renderHome(html, { repository, acts: acts.count })]
      : [otherScript, html];
    const parts = {
      name, title: markup`${path === HOME ? name : `${title} · ${name}`}`.text, script,
      policy: securityPolicy(script, "'none'", true),
      root: '../'.repeat(path.split('/').length - 1),
      text: page.replace(LINK, (_, attribute, link) => rewriteLink(path, attribute, link)),
      navigation: renderNavigation(path),
    };
    write(addressOf(path), template.replace(/{{(\w+)}}/g, (_, part) => parts[part]));
  }
  return pages.size + reports.size;

  function write(path, content) {
    mkdirSync(posix.join(output, posix.dirname(path)), { recursive: true });
    writeFileSync(posix.join(output, path), content);
  }

  /** Links to what the site has, else to the repository. A broken link stays as it is, and a test finds it. */
  function rewriteLink(page, attribute, link) {
    const [path, fragment] = link.split('#');
    const target = targetOf(page, path);
    const file = statSync(posix.join(ROOT, target), { throwIfNoEntry: false });
    const isPage = pages.has(target) || reports.has(target);
    if (ABOVE_FILES.test(target)) return repository ? `href="${target.replace(ABOVE_FILES, `${repository}/`)}"` : '';
    const toPart = fragment === undefined ? '' : `#${fragment}`;
    if (ABSOLUTE.test(link) || path === '' || !file && !isPage) return `${attribute}="${link}"`;
    if (isPage) return `href="${relativeLink(page, addressOf(target))}${toPart}"`;
    if (attribute !== 'href') write(target, readFileSync(posix.join(ROOT, target)));
    if (attribute !== 'href' || results.includes(target)) return `${attribute}="${relativeLink(page, target)}"`;
    return repository ? `href="${repository}/${file.isDirectory() ? 'tree' : 'blob'}/HEAD/${target}${toPart}"` : '';
  }

  function renderNavigation(current) {
    const entry = path => markup`<li><a href="${relativeLink(current, addressOf(path))}"${
      path === current && markup` aria-current="page"`}>${NAMES[path] ?? pages.get(path).title}</a></li>`;
    return Object.entries(NAVIGATION).map(([group, paths]) =>
      markup`<h2>${group}</h2><ul>${paths.map(entry)}</ul>`.text).join('');
  }
}

/** Reads the pages of the navigation, and then every page that a page links to. Reports take the place of pages. */
function readPages(read, reports) {
  const pages = new Map();
  const paths = Object.values(NAVIGATION).flat();
  // The list grows while it is read.
  for (const path of paths) {
    if (pages.has(path) || reports.has(path)) continue;
    const page = withHeading(renderMarkdown(read(path)), path);
    pages.set(path, page);
    for (const [, , link] of page.html.matchAll(LINK)) {
      const [target] = link.split('#');
      if (target.endsWith('.md') && !ABSOLUTE.test(target)) paths.push(targetOf(path, target));
    }
  }
  return pages;
}

/** The output of a program has no heading. Its page gets the name of its file as one. */
function withHeading(page, path) {
  if (page.title !== undefined) return page;
  const title = posix.basename(path, '.md');
  return { title, html: `${markup`<h1>${title}</h1>`.text}\n${page.html}` };
}

const addressOf = path => path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
const targetOf = (page, path) => posix.join(posix.dirname(page), decodeURIComponent(path)).replace(/\/$/, '');
const relativeLink = (page, target) => posix.relative(posix.dirname(page), target);
