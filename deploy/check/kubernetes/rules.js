// Writes deploy/kubernetes/monitoring/rules.yaml: the rules of prometheus/rules as an object of the Prometheus operator.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const folder = new URL('../../../prometheus/rules/', import.meta.url);
const FILE = fileURLToPath(new URL('../../kubernetes/monitoring/rules.yaml', import.meta.url));

/** @returns {string} The text that the file should have. */
export function formatRules() {
  const groups = readdirSync(folder).filter(name => name.endsWith('.yml')).sort()
    .flatMap(name => parse(readFileSync(new URL(name, folder), 'utf8')).groups);
  return '# Made from prometheus/rules by npm run generate in deploy/check.\n' + stringify({
    apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'testbed' }, spec: { groups },
  }, { lineWidth: 0 });
}

export const readRules = () => readFileSync(FILE, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, formatRules());
