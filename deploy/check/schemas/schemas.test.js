import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');
const list = (folder, ending) => readdirSync(new URL(folder, root), { recursive: true })
  .filter(name => name.endsWith(ending)).map(name => `${folder}/${name}`);

const schemas = list('experiments/schemas', '.schema.json').map(path => [path, JSON.parse(read(path))]);
const scenarioSchema = JSON.parse(read('load/scenarios/scenario.schema.json'));
const newest = name => schemas.filter(([path]) => path.startsWith(`experiments/schemas/${name}.v`)).at(-1)[1];
// A tuple of the result may have optional items, and a key may be described twice, for itself and by a pattern. Ajv keeps
// what it has compiled.
const ajv = addFormats(new Ajv({ strict: true, strictTuples: false, strictTypes: false, strictRequired: false, allErrors: true }));
function findings(schema, value) {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const program = name => fileURLToPath(new URL(`artifacts/bin/${name}/release/${name}.dll`, root));

/** Starts a service on a free port. @returns {Promise<{ address: string, stop: () => void }>} */
const start = (name, ...settings) => new Promise((resolve, reject) => {
  const service = spawn('dotnet', [program(name), '--urls', 'http://127.0.0.1:0', ...settings]);
  let log = '';
  const read = data => {
    log += data;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(log.split('listening').slice(1).join(''))?.[0];
    if (address) resolve({ address, stop: () => service.kill() });
  };
  service.stdout.on('data', read);
  service.stderr.on('data', read);
  service.on('exit', code => reject(new Error(`${name} exited with ${code}: ${log}`)));
});

/** Runs the load tool, which exits with 3 if the short run is not trusted. @returns {string} The output. */
function load(...args) {
  try {
    return execFileSync('dotnet', [program('Load'), ...args], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (error.status === 3) return error.stdout;
    throw error;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
const services = {};
let result;
before(async () => {
  services.backend = await start('BackendApi');
  services.frontend = await start('FrontendApi', `--Backend:BaseAddress=${services.backend.address}`);
  load('run', '-u', `${services.backend.address}/api/customer/1`, '--duration', '300ms', '--warmup', '0s', '--out', folder);
  const [file] = readdirSync(folder).filter(name => name.endsWith('.json'));
  result = JSON.parse(readFileSync(join(folder, file), 'utf8'));
}, { timeout: 60_000 });
after(() => {
  for (const service of Object.values(services)) service.stop();
  rmSync(folder, { recursive: true });
});

test('Every schema is valid, and its name has the version of its id', () => {
  assert.ok(schemas.length >= 2);
  findings(scenarioSchema, {});
  for (const [path, schema] of schemas) {
    findings(schema, {});
    const [, version] = /\.v(\d+)\.schema\.json$/.exec(path);
    if (schema.$id) assert.equal(schema.$id.split(':').at(-1), version, path);
  }
});
test('Every scenario of this repository matches the schema of scenarios', () => {
  const scenarios = list('load/scenarios', '.yaml');
  assert.ok(scenarios.length > 3);
  for (const path of scenarios) assert.deepEqual(findings(scenarioSchema, parse(read(path))), [], path);
});
test('Every claim matches the schema of claim files', () => {
  const files = list('experiments/claims', '.yaml');
  assert.ok(files.length > 3);
  for (const path of files) assert.deepEqual(findings(newest('claims'), parse(read(path))), [], path);
});
test('A result that the load tool has just written matches the schema of results, and names it', () => {
  assert.deepEqual(findings(newest('result'), result), []);
  assert.equal(result.schema, newest('result').$id);
});

/** The findings of the linter Redocly, with its strictest rules except those of redocly.yaml. */
function lint(document) {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const options = ['lint', '--config', fileURLToPath(new URL('redocly.yaml', import.meta.url)), '--format=json', file];
  let output;
  try {
    output = execFileSync(process.execPath, [redocly, ...options], { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });
  } catch (error) {
    output = error.stdout;
  }
  return JSON.parse(output).problems.map(({ ruleId, message, location }) => `${location[0].pointer} ${ruleId}: ${message}`)
    // The catalogue of strategies takes nothing from the caller that could be wrong.
    .filter(problem => !/^#\/paths\/~1api~1strategies\/get\S* operation-4xx-response/.test(problem));
}
const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const getDocument = async tier => (await fetch(`${services[tier].address}/openapi/v1.json`)).json();

for (const tier of ['frontend', 'backend']) {
  test(`The OpenAPI document of the ${tier} has no finding`, async () => {
    const document = await getDocument(tier);
    assert.ok(Object.keys(document.paths).length >= 3);
    assert.deepEqual(lint(document), []);
  });
}
test('Found: an operation without a name, and a parameter of a path that is not described', async () => {
  const document = await getDocument('backend');
  const [path] = Object.keys(document.paths);
  delete Object.values(document.paths[path])[0].operationId;
  document.paths['/api/{id}'] = { get: { summary: 'x', operationId: 'x', responses: { 200: { description: 'x' }, 400: { description: 'x' } } } };
  const found = lint(document).join('\n');
  assert.match(found, /operation-operationId/);
  assert.match(found, /path-parameters-defined/);
});
