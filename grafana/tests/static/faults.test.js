// Tests the checks of the dashboards: each test puts an error into a correct dashboard, and a check must report it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lint } from '../../check/lint.js';
import { typeFindings } from '../../check/types.js';
import { overview } from '../../source/overview.js';
import { withError } from '../planted.js';

const faults = [
  ['an unknown key', typeFindings, /legnd/, panel => { panel.options.legnd = { showLegend: true }; }],
  ['an invalid value', typeFindings, /placement|below/, panel => { panel.options.legend.placement = 'below'; }],
  ['a misspelled style', typeFindings, /drawStyle|lines/, panel => { panel.fieldConfig.defaults.custom.drawStyle = 'lines'; }],
  ['an unknown key of a query', typeFindings, /legend_format/, panel => { panel.targets[0].legend_format = 'x'; }],
  ['a unit that Grafana does not have', lint, /unit secs is not/, panel => { panel.fieldConfig.defaults.unit = 'secs'; }],
  ['a unit that differs from the metric', lint, /unit is bytes, but the metric's name implies s/, panel => { panel.fieldConfig.defaults.unit = 'bytes'; }],
  ['panels that overlap', lint, /Latency: overlaps Error share/, panel => { panel.gridPos.x -= 2; }],
  ['a panel outside the grid', lint, /outside of the grid/, panel => { panel.gridPos.x = 20; }],
  ['an unsupported panel type', lint, /panel type graph is not supported/, panel => { panel.type = 'graph'; }],
  ['a query that does not parse', lint, /not valid PromQL/, panel => { panel.targets[0].expr += ')'; }],
  ['a link to a dashboard that does not exist', lint, /d\/testbed-nothing leads to no dashboard/,
    panel => { panel.fieldConfig.defaults.links = [{ title: 'x', url: '/d/testbed-nothing' }]; }],
  ['a variable of another dashboard', lint, /no variable \$strategy/, panel => { panel.targets[0].expr = 'sum(up{job="$strategy"})'; }],
  ['a panel without a description', lint, /no description/, panel => { delete panel.description; }],
  ['a panel without thresholds', lint, /no thresholds/, panel => { delete panel.fieldConfig.defaults.thresholds; }],
];

for (const [name, check, finding, plant] of faults) {
  test(`Reported: ${name}`, () => assert.match(check(withError(overview, 'Latency', plant)).join('\n'), finding));
}
