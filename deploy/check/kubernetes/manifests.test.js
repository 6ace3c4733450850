import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, parseDocument } from 'yaml';
import { formatAll, read } from './monitoring.js';
import { networkFindings } from './network.js';
import { loadFindings, monitoringFindings, referenceFindings } from './references.js';
import { typeFindings } from './types.js';

const folder = path => fileURLToPath(new URL(`../../kubernetes/${path}`, import.meta.url));

// The manifests are rendered by kubectl, as for a cluster. The YAML parser rejects duplicate keys.
const render = path => parseAllDocuments(
  execFileSync('kubectl', ['kustomize', folder(path)], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  { strict: true, uniqueKeys: true }).map(document => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
const overlays = Object.fromEntries(readdirSync(folder('overlays')).map(name => [name, render(`overlays/${name}`)]));
const load = render('load');
const monitoring = render('monitoring');
const resultsPod = parseDocument(readFileSync(folder('load/results.yaml'), 'utf8'), { strict: true }).toJS();

for (const [name, objects] of Object.entries(overlays)) {
  test(`Overlay ${name}: every object matches its Kubernetes API type`, () => assert.deepEqual(typeFindings(objects), []));
  test(`Overlay ${name}: all references exist, and every container has limits and probes and does not run as root`, () =>
    assert.deepEqual(referenceFindings(objects), []));
  test(`Overlay ${name}: the network policies allow exactly the calls that the services make`, () =>
    assert.deepEqual(networkFindings([...objects, ...load]), []));
}
test('The overlays are those of the README, and contain what they are for', () => {
  const kinds = name => overlays[name].map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.deepEqual(Object.keys(overlays).sort(), ['scale', 'small', 'tracing']);
  for (const name of Object.keys(overlays)) {
    for (const kind of ['Deployment', 'Service', 'NetworkPolicy']) {
      for (const service of ['backend-api', 'frontend-api']) assert.ok(kinds(name).includes(`${kind} ${service}`));
    }
  }
  const [scaler] = overlays.scale.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  assert.ok(scaler.spec.metrics.some(({ type, pods }) => type === 'Pods' && /requests/.test(pods.metric.name)));
  for (const name of ['backend-api', 'frontend-api']) assert.ok(kinds('scale').includes(`PodDisruptionBudget ${name}`));
  assert.ok(kinds('tracing').includes('Service jaeger'));
});

test('The pod that keeps the results matches its type, mounts the claim of the Job, and obeys the namespace', () => {
  assert.deepEqual(typeFindings([resultsPod]), []);
  const { securityContext, volumes: [{ persistentVolumeClaim: { claimName } }] } = resultsPod.spec;
  assert.ok(securityContext.runAsNonRoot && securityContext.seccompProfile);
  assert.ok(load.some(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === claimName));
});
test('Every object of the load and of the monitoring matches its type', () =>
  assert.deepEqual([...typeFindings(load), ...typeFindings(monitoring)], []));
test('The load Job sends to a Service, keeps its results, runs all pods at once, and does not run as root', () =>
  assert.deepEqual(loadFindings(load, overlays.small), []));
test('The monitoring scrapes every service, and has every rule and dashboard', () => {
  assert.deepEqual(monitoringFindings(monitoring, overlays.small), []);
  for (const [path, text] of Object.entries(formatAll())) assert.equal(read(path), text, 'npm run generate in deploy/check renews it.');
});

// Tests of the checks: each test puts an error into correct manifests, and a check must report the error.
const pod = object => object.spec.template.spec;
const container = object => pod(object).containers[0];
const setArgument = (job, name, value) => {
  container(job).args = container(job).args.map(argument => argument.startsWith(`${name}=`) ? `${name}=${value}` : argument);
};
const loadIn = objects => loadFindings(objects, overlays.small);
const monitoringIn = objects => monitoringFindings(objects, overlays.small);
const networkIn = objects => networkFindings([...objects, ...load]);
const { scale, small, tracing } = overlays;
const faults = [
  ['an unknown key', scale, typeFindings, /replica\b/, 'Deployment', object => { object.spec.replica = 2; }],
  ['a key in the wrong place', scale, typeFindings, /limits/, 'Deployment', object => { container(object).limits = {}; }],
  ['a wrong type', scale, typeFindings, /number/, 'HorizontalPodAutoscaler', object => { object.spec.maxReplicas = 'ten'; }],
  ['a missing key', small, typeFindings, /selector/, 'Deployment', object => { delete object.spec.selector; }],
  ['an unknown key of a policy', small, typeFindings, /ingres\b/, 'NetworkPolicy', object => { object.spec.ingres = []; }],
  ['a Service without pods', small, referenceFindings, /pods of 0/, 'Service', object => { object.spec.selector = { app: 'x' }; }],
  ['a Service port that no pod has', small, referenceFindings, /no port named web/, 'Service', object => { object.spec.ports[0].targetPort = 'web'; }],
  ['an autoscaler without a Deployment', scale, referenceFindings, /does not exist/, 'HorizontalPodAutoscaler', object => { object.spec.scaleTargetRef.name = 'x'; }],
  ['a Deployment that resets its autoscaler', scale, referenceFindings, /must not set replicas/, 'Deployment frontend-api', object => { object.spec.replicas = 2; }],
  ['a container without a CPU limit', small, referenceFindings, /limit for cpu/, 'Deployment', object => { delete container(object).resources.limits.cpu; }],
  ['a probe on a port that the container does not have', small, referenceFindings, /livenessProbe/, 'Deployment', object => { container(object).livenessProbe.httpGet.port = 80; }],
  ['a Deployment that may run as root', small, referenceFindings, /run as root/, 'Deployment', object => { pod(object).securityContext.runAsNonRoot = false; }],
  ['an address that no Service has', small, referenceFindings, /no Service/, 'Deployment', object => { container(object).env = [{ name: 'A', value: 'http://b:1' }]; }],
  ['traces that go nowhere', tracing, referenceFindings, /no Service/, 'Service jaeger', object => { object.spec.ports.shift(); }],
  ['a call that no policy lets out', small, networkIn, /frontend-api.*may not send to backend-api/, 'NetworkPolicy frontend-api', object => { object.spec.egress = []; }],
  ['a call that no policy lets in', small, networkIn, /backend-api.*does not let in frontend-api/, 'NetworkPolicy backend-api', object => { object.spec.ingress[0].from.shift(); }],
  ['a policy for the wrong port', small, networkIn, /does not let in/, 'NetworkPolicy backend-api', object => { object.spec.ingress[0].ports = [{ protocol: 'TCP', port: 'admin' }]; }],
  ['load that the front-end does not let in', small, networkIn, /frontend-api.*does not let in load/, 'NetworkPolicy frontend-api', object => { object.spec.ingress[0].from.shift(); }],
  ['traces that no policy lets in', tracing, networkIn, /jaeger.*does not let in/, 'NetworkPolicy jaeger', object => { object.spec.ingress = []; }],
  ['a namespace that is open', small, networkIn, /nothing denies/, 'NetworkPolicy deny-all', object => { object.spec.policyTypes = ['Ingress']; }],
  ['a policy that lets everything in', small, networkIn, /lets in every pod/, 'NetworkPolicy backend-api', object => { delete object.spec.ingress[0].from; }],
  ['pods without names', small, networkIn, /may not resolve names/, 'NetworkPolicy resolve-names', object => { object.spec.egress[0].ports = []; }],
  ['an unknown key of the Job', load, typeFindings, /complete\b/, 'Job', job => { job.spec.complete = 3; }],
  ['too few parts', load, loadIn, /--part must/, 'Job', job => { setArgument(job, '--part', '$(PART)/4'); }],
  ['pods that run one after the other', load, loadIn, /at the same time/, 'Job', job => { job.spec.parallelism = 1; }],
  ['a target URL that no Service has', load, loadIn, /no Service/, 'Job', job => { setArgument(job, '--url', 'http://frontend:8080/'); }],
  ['results without a volume', load, loadIn, /results/, 'Job', job => { setArgument(job, '--out', '/elsewhere'); }],
  ['root in the load', load, loadIn, /root/, 'Job', job => { pod(job).securityContext.runAsNonRoot = false; }],
  ['no limit in the load', load, loadIn, /limit for memory/, 'Job', job => { delete container(job).resources.limits.memory; }],
  ['an unknown key of a ServiceMonitor', monitoring, typeFindings, /intervall/, 'ServiceMonitor', object => { object.spec.endpoints[0].intervall = '2s'; }],
  ['a rule with a wrong type', monitoring, typeFindings, /PrometheusRule/, 'PrometheusRule', object => { object.spec.groups[0].rules[0].expr = { a: 1 }; }],
  ['a service that is not scraped', monitoring, monitoringIn, /backend-api is not scraped/, 'ServiceMonitor', object => { object.spec.selector.matchExpressions[0].values.pop(); }],
  ['a port that is not scraped', monitoring, monitoringIn, /is not scraped/, 'ServiceMonitor', object => { object.spec.endpoints[0].port = 'web'; }],
  ['a dashboard that Grafana does not find', monitoring, monitoringIn, /grafana_dashboard/, 'ConfigMap', object => { delete object.metadata.labels.grafana_dashboard; }],
];
for (const [name, objects, check, finding, planted, plant] of faults) {
  test(`Found: ${name}`, () => {
    const copy = structuredClone(objects);
    const [kind, object] = planted.split(' ');
    plant(copy.find(one => one.kind === kind && (!object || one.metadata.name === object)));
    assert.match(check(copy).join('\n'), finding);
  });
}
