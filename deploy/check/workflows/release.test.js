import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');
const built = /<Version>(.*)<\/Version>/.exec(read('Directory.Build.props'))[1];

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
  assert.equal(/^## \[(\d.*?)\]/m.exec(read('CHANGELOG.md'))[1], built);
});

// make release refuses, before it runs any check, what is not ready. The repository has only the files that it reads.
test('A release is refused: another form of the version, uncommitted changes, another version, changes that no version has, texts from before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const run = (program, ...options) => execFileSync(program, options, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const commit = () => {
    run('git', 'add', '--all');
    run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'planted');
  };
  const isRefused = (version, finding) =>
    assert.throws(() => run('deploy/release/release.sh', version), error => finding.test(error.stderr));
  try {
    run('git', 'init', '--quiet', '--initial-branch', 'main');
    for (const path of ['deploy/release/release.sh', 'deploy/release/ready.sh', 'Directory.Build.props', 'CITATION.cff',
      'CHANGELOG.md', 'README.md', 'load/README.md', 'load/core/README.md']) cpSync(new URL(path, root), join(folder, path));
    isRefused('v1', /must be like 1\.0\.0/);
    isRefused(built, /not committed/);
    commit();
    isRefused('99.0.0', /Directory\.Build\.props has another version/);

    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(join(folder, 'CHANGELOG.md'), `## [Unreleased]\n\n- A fault.\n\n## [${built}] - ${today}\n`);
    commit();
    isRefused(built, /under \[Unreleased\]/);

    writeFileSync(join(folder, 'CHANGELOG.md'), `## [Unreleased]\n\n## [${built}] - ${today}\n`);
    commit();
    isRefused(built, /say that nothing is released/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
