import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { formatAll, read } from './monitoring.js';
import { networkFindings } from './network.js';
import { typeFindings } from './types.js';

const folder = path => fileURLToPath(new URL(`../../kubernetes/${path}`, import.meta.url));

// The YAML parser rejects duplicate keys.
const parse = text => parseAllDocuments(text, { strict: true, uniqueKeys: true }).map(document => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
// kubectl renders the manifests, as for a cluster.
const render = path => parse(execFileSync('kubectl', ['kustomize', folder(path)], { encoding: 'utf8', maxBuffer: 1 << 26 }));

const overlays = Object.fromEntries(readdirSync(folder('overlays')).map(name => [name, render(`overlays/${name}`)]));
const load = render('load');

test('Every object matches its type', () =>
  assert.deepEqual(typeFindings([...Object.values(overlays).flat(), ...load, ...render('monitoring')]), []));
for (const [name, objects] of Object.entries(overlays)) {
  test(`Overlay ${name}: the network policies allow exactly the calls that are made`, () =>
    assert.deepEqual(networkFindings([...objects, ...load]), []));
}
test('The monitoring has every rule and dashboard', () => {
  for (const [path, text] of Object.entries(formatAll())) assert.equal(read(path), text, 'npm run generate in deploy/check renews it.');
});

test('OpenShift chooses the user of each pod, and no image may run as root', () => {
  for (const { spec } of [...Object.values(overlays).flat(), ...load].map(({ spec }) => spec?.template).filter(Boolean)) {
    const { runAsNonRoot, runAsUser, fsGroup } = spec.securityContext;
    assert.deepEqual({ runAsNonRoot, runAsUser, fsGroup }, { runAsNonRoot: true, runAsUser: undefined, fsGroup: undefined });
  }
});

// Tests of the checks: errors in correct manifests, which a check must report.
const planted = (objects, wanted, plant) => {
  const copy = structuredClone(objects);
  const [kind, name] = wanted.split(' ');
  plant(copy.find(one => one.kind === kind && (!name || one.metadata.name === name)));
  return copy;
};
const { small, tracing } = overlays;

test('Found: unknown keys, a wrong type and a missing key', () => {
  const found = typeFindings([
    ...planted(small, 'Deployment', object => { object.spec.replica = 2; delete object.spec.selector; }),
    ...planted(load, 'Job', object => { object.spec.parallelism = 'three'; }),
    ...planted(render('monitoring'), 'ServiceMonitor', object => { object.spec.endpoints[0].intervall = '2s'; }),
  ]).join('\n');
  for (const finding of [/replica\b|selector/, /Job .*number/, /intervall/]) assert.match(found, finding);
});
for (const [name, objects, finding, wanted, plant] of [
  ['a call that no policy lets out', small, /frontend-api.*may not send to backend-api/, 'NetworkPolicy frontend-api', object => { object.spec.egress = []; }],
  ['a call that no policy lets in', small, /backend-api.*does not let in frontend-api/, 'NetworkPolicy backend-api', object => { object.spec.ingress[0].from.shift(); }],
  ['a policy for the wrong port', small, /does not let in/, 'NetworkPolicy backend-api', object => { object.spec.ingress[0].ports = [{ protocol: 'TCP', port: 'admin' }]; }],
  ['traces that no policy lets in', tracing, /jaeger.*does not let in/, 'NetworkPolicy jaeger', object => { object.spec.ingress = []; }],
  ['a namespace that is open', small, /nothing denies/, 'NetworkPolicy deny-all', object => { object.spec.policyTypes = ['Ingress']; }],
  ['a policy that lets everything in', small, /lets in every pod/, 'NetworkPolicy backend-api', object => { delete object.spec.ingress[0].from; }],
  ['pods without names', small, /may not resolve names/, 'NetworkPolicy resolve-names', object => { object.spec.egress[0].ports = []; }],
  ['pods without names on OpenShift', small, /may not resolve names/, 'NetworkPolicy resolve-names', object => { object.spec.egress[0].ports.splice(2); }],
  ['a port of every pod', small, /may send to every pod/, 'NetworkPolicy resolve-names', object => { object.spec.egress[0].ports.push({ protocol: 'TCP', port: 80 }); }],
]) {
  test(`Found: ${name}`, () => assert.match(networkFindings([...planted(objects, wanted, plant), ...load]).join('\n'), finding));
}
