import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');

// Keep a Changelog 1.1.0: the newest version first, with ISO dates, the six kinds of changes, and a link for each version.
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
function changelogFindings(text) {
  const found = [];
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  if (!text.startsWith('# Changelog\n')) found.push('the title is not Changelog');
  if (headings[0] !== '[Unreleased]') found.push('the first section is not [Unreleased]');
  const dates = headings.slice(1).map(heading => /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/.exec(heading)?.[1]);
  if (dates.includes(undefined)) found.push('a section is not a version with a date');
  if (dates.some((date, i) => !(Date.parse(date) <= Date.parse(dates[i - 1] ?? date)))) found.push('the dates are not in order');
  for (const [, kind] of text.matchAll(/^### (.*)$/gm)) if (!kinds.includes(kind)) found.push(`${kind} is no kind of change`);
  for (const [, name] of text.matchAll(/^## \[(.*?)\]/gm)) if (!text.includes(`\n[${name}]: `)) found.push(`${name} has no link`);
  return found;
}
test('The changelog has the form of Keep a Changelog, and the version of the build', () => {
  assert.deepEqual(changelogFindings(read('CHANGELOG.md')), []);
  assert.equal(/^## \[(\d.*?)\]/m.exec(read('CHANGELOG.md'))[1], /<Version>(.*)<\/Version>/.exec(read('Directory.Build.props'))[1]);
});
for (const [name, finding, plant] of [
  ['a version without a date', /with a date/, text => text.replace(/ - \d{4}-\d\d-\d\d/, ' - not yet released')],
  ['a kind that the format does not know', /News is no kind/, text => text.replace('### Added', '### News')],
  ['a version without a link', /1\.0\.0 has no link/, text => text.replace(/^\[1\.0\.0\]: .*$/m, '')],
  ['no section of unreleased changes', /Unreleased/, text => text.replace('## [Unreleased]', '')],
]) {
  test(`Found in the changelog: ${name}`, () => assert.match(changelogFindings(plant(read('CHANGELOG.md'))).join('\n'), finding));
}

// make release refuses, before it runs any check, what is not ready.
const run = (program, options, cwd) => execFileSync(program, options, { cwd, encoding: 'utf8', stdio: 'pipe' });
for (const [name, finding, version, plant, isCommitted] of [
  ['a version of another form', /must be like 1\.0\.0/, 'v1', () => {}, true],
  ['a change that is not committed', /not committed/, '1.0.0', edit => edit('LICENSE', text => `${text}\n`), false],
  ['another version of the build', /Directory\.Build\.props has another version/, '2.0.0', () => {}, true],
  ['another version of the citation', /CITATION\.cff has another version/, '1.0.0', edit => edit('CITATION.cff', text => text.replace('version: 1.0.0', 'version: 0.9.0')), true],
  ['a changelog of another day', /today's date/, '1.0.0', edit => edit('CHANGELOG.md', text => text.replace(/(## \[1\.0\.0\] - ).*/, '$12001-02-03')), true],
  ['changes that no version has', /under \[Unreleased\]/, '1.0.0', edit => edit('CHANGELOG.md', text => text
    .replace(/(## \[1\.0\.0\] - ).*/, `$1${new Date().toISOString().slice(0, 10)}`).replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A fault.\n')), true],
]) {
  test(`A release is refused: ${name}`, () => {
    const clone = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      run('git', ['clone', '--quiet', '--depth', '1', `file://${fileURLToPath(root)}`, clone]);
      run('git', ['checkout', '--quiet', '-B', 'main'], clone);
      copyFileSync(new URL('deploy/release/release.sh', root), join(clone, 'deploy/release/release.sh'));
      copyFileSync(new URL('CHANGELOG.md', root), join(clone, 'CHANGELOG.md'));
      const commit = () => run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--all', '--allow-empty', '--message', 'planted'], clone);
      if (!isCommitted) commit();
      plant((file, change) => writeFileSync(join(clone, file), change(readFileSync(join(clone, file), 'utf8'))));
      if (isCommitted) commit();
      assert.throws(() => run('deploy/release/release.sh', [version], clone), error => finding.test(error.stderr));
    } finally {
      rmSync(clone, { recursive: true });
    }
  });
}
