// The reports of the results in docs/results, which the load tool writes again for the documentation site.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOAD_TOOL, ROOT } from '../../web/build/files.js';

/** The page that lists the reports. The site has it, and the repository does not. */
export const REPORTS = 'docs/results/README.md';

/** The schema that the load tool of today reads. Older results have a page of Markdown only. */
const SCHEMA = 'urn:load:result:3';

/** @returns {string[]} the paths of the results in docs/results that the load tool reads, the latest first */
export const findResults = () => readdirSync(join(ROOT, 'docs/results'), { recursive: true })
  .filter(path => path.endsWith('.json'))
  .map(path => `docs/results/${path}`)
  .filter(path => JSON.parse(readFileSync(join(ROOT, path), 'utf8')).schema === SCHEMA)
  .sort((one, other) => idOf(other).localeCompare(idOf(one)));

/**
 * Writes the report of each result into the site, beside a copy of the result.
 * @returns {string} a page that lists them with their findings, as Markdown
 */
export function writeReports(output, results) {
  const rows = results.map(path => {
    const copy = join(output, path);
    const markdown = copy.replace(/json$/, 'md');
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(ROOT, path), copy);
    execFileSync('dotnet', [LOAD_TOOL, 'report', copy], { stdio: ['ignore', 'ignore', 'inherit'] });
    const { id, validity } = JSON.parse(readFileSync(copy, 'utf8'));
    const [, finding = ''] = /^\*\*(.+)\*\*$/m.exec(readFileSync(markdown, 'utf8')) ?? [];
    const state = validity.state === 'invalid' ? '**INVALID.** ' : '';
    rmSync(markdown);
    const [, year, month, day, name] = /^(\d{4})(\d\d)(\d\d)-\d+-(.+)$/.exec(id);
    const link = relative(dirname(REPORTS), path).replace(/json$/, 'md');
    const date = `<time>${year}-${month}-${day}</time>`;
    return `| ${date} | [${name}](${link}) | ${state}${finding.replaceAll('|', '\\|')} |`;
  });
  return ['# Reports', '', 'Each page is the report of one committed result, as the load tool writes it today.', '',
    '| measured | report | finding |', '|---|---|---|', ...rows, ''].join('\n');
}

const idOf = path => path.split('/').at(-1).replace('.json', '');
