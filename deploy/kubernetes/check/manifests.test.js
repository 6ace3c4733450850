import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { loadFindings, referenceFindings } from './references.js';
import { typeFindings } from './types.js';

// The manifests are rendered by kubectl, as for a cluster. The YAML parser rejects duplicate keys.
const render = folder => parseAllDocuments(
  execFileSync('kubectl', ['kustomize', fileURLToPath(new URL(folder, import.meta.url))], { encoding: 'utf8' }),
  { strict: true, uniqueKeys: true }).map(document => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
const objects = render('..');
const load = render('../load');

test('Every object matches its Kubernetes API type', () => assert.deepEqual(typeFindings(objects), []));
test('All references exist, and every container has limits and probes and does not run as root', () =>
  assert.deepEqual(referenceFindings(objects), []));
test('The manifests have both services and the objects that scale the front-end', () => assert.deepEqual(
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort(), [
    'Deployment backend-api', 'Deployment frontend-api', 'HorizontalPodAutoscaler frontend-api', 'Namespace two-tier-testbed',
    'PodDisruptionBudget frontend-api', 'Service backend-api', 'Service frontend-api']));

test('Every object in the manifests of the load matches its Kubernetes API type', () => assert.deepEqual(typeFindings(load), []));
test('The load Job sends to a Service, keeps its results, runs all pods at once, and does not run as root', () =>
  assert.deepEqual(loadFindings(load, objects), []));

// Tests of the checks: each test puts an error into correct manifests, and a check must report the error.
const pod = object => object.spec.template.spec;
const faults = [
  ['an unknown key', typeFindings, /replica\b/, 'Deployment', object => { object.spec.replica = 2; }],
  ['a key in the wrong place', typeFindings, /limits/, 'Deployment', object => { pod(object).containers[0].limits = {}; }],
  ['a wrong type', typeFindings, /number/, 'HorizontalPodAutoscaler', object => { object.spec.maxReplicas = 'ten'; }],
  ['a missing key', typeFindings, /selector/, 'Deployment', object => { delete object.spec.selector; }],
  ['a Service without pods', referenceFindings, /pods of 0/, 'Service', object => { object.spec.selector = { app: 'x' }; }],
  ['a Service port that no pod has', referenceFindings, /no port named web/, 'Service', object => { object.spec.ports[0].targetPort = 'web'; }],
  ['an autoscaler without a Deployment', referenceFindings, /does not exist/, 'HorizontalPodAutoscaler', object => { object.spec.scaleTargetRef.name = 'x'; }],
  ['a container without a CPU limit', referenceFindings, /limit for cpu/, 'Deployment', object => { delete pod(object).containers[0].resources.limits.cpu; }],
  ['a probe on a port that the container does not have', referenceFindings, /livenessProbe/, 'Deployment', object => { pod(object).containers[0].livenessProbe.httpGet.port = 80; }],
  ['a Deployment that may run as root', referenceFindings, /run as root/, 'Deployment', object => { pod(object).securityContext.runAsNonRoot = false; }],
  ['an address that no Service has', referenceFindings, /no Service/, 'Deployment', object => { pod(object).containers[0].env = [{ name: 'A', value: 'http://b:1' }]; }],
];
for (const [name, check, finding, kind, plant] of faults) {
  test(`Found: ${name}`, () => {
    const copy = structuredClone(objects);
    plant(copy.find(object => object.kind === kind));
    assert.match(check(copy).join('\n'), finding);
  });
}

const container = job => pod(job).containers[0];
const setArgument = (job, name, value) => {
  container(job).args = container(job).args.map(argument => argument.startsWith(`${name}=`) ? `${name}=${value}` : argument);
};
const loadFaults = [
  ['an unknown key', typeFindings, /complete\b/, job => { job.spec.complete = 3; }],
  ['too few parts', loadFindings, /--part must/, job => { setArgument(job, '--part', '$(PART)/4'); }],
  ['pods that run one after the other', loadFindings, /at the same time/, job => { job.spec.parallelism = 1; }],
  ['a target URL that no Service has', loadFindings, /no Service/, job => { setArgument(job, '--url', 'http://frontend:8080/'); }],
  ['results without a volume', loadFindings, /results/, job => { setArgument(job, '--out', '/elsewhere'); }],
  ['root in the load', loadFindings, /root/, job => { pod(job).securityContext.runAsNonRoot = false; }],
  ['no limit in the load', loadFindings, /limit for memory/, job => { delete container(job).resources.limits.memory; }],
];
for (const [name, check, finding, plant] of loadFaults) {
  test(`Found: ${name}`, () => {
    const copy = structuredClone(load);
    plant(copy.find(({ kind }) => kind === 'Job'));
    assert.match(check(copy, objects).join('\n'), finding);
  });
}
