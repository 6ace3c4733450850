// Makes what the operators of Prometheus and Grafana read from prometheus/rules and grafana/dashboards: npm run generate.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const root = new URL('../../../', import.meta.url);
const rules = new URL('prometheus/rules/', root);
const boards = new URL('grafana/dashboards/', root);
const list = (folder, ending) => readdirSync(folder).filter(name => name.endsWith(ending)).sort();

const format = (from, value) => `# Made from ${from} by npm run generate in deploy/check.\n${stringify(value, { lineWidth: 0 })}`;

/** @returns {Record<string, string>} The texts that the files should have, by their paths in the repository. */
export const formatAll = () => ({
  'deploy/kubernetes/monitoring/rules.yaml': format('prometheus/rules', {
    apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'testbed' },
    spec: { groups: list(rules, '.yml').flatMap(name => parse(readFileSync(new URL(name, rules), 'utf8')).groups) },
  }),
  // The label is the one by which Grafana's sidecar finds dashboards.
  'grafana/kustomization.yaml': format('grafana/dashboards', {
    apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization',
    generatorOptions: { disableNameSuffixHash: true, labels: { grafana_dashboard: '1' } },
    configMapGenerator: list(boards, '.json').map(name => ({ name: `dashboard-${name.slice(0, -5)}`, files: [`dashboards/${name}`] })),
  }),
});

export const read = path => readFileSync(new URL(path, root), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(formatAll())) writeFileSync(new URL(path, root), text);
}
