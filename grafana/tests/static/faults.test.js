// Tests the checks of the dashboards: each test puts an error into a correct dashboard, and a check must report it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lint } from '../../check/lint.js';
import { typeFindings } from '../../check/types.js';
import { overview } from '../../source/overview.js';
import { withError } from '../planted.js';

// One run of the compiler finds them all.
const wrongTypes = [
  ['an unknown key', /legnd/, panel => { panel.options.legnd = { showLegend: true }; }],
  ['an invalid value', /placement|below/, panel => { panel.options.legend.placement = 'below'; }],
  ['a misspelled style', /drawStyle|lines/, panel => { panel.fieldConfig.defaults.custom.drawStyle = 'lines'; }],
  ['an unknown key of a query', /legend_format/, panel => { panel.targets[0].legend_format = 'x'; }],
];
test('Reported: unknown keys and wrong values', () => {
  const found = typeFindings(wrongTypes.map(([title, , plant]) => ({ ...withError(overview, 'Latency', plant), title })));
  assert.equal(found.length, wrongTypes.length, found.join('\n'));
  for (const [i, [title, finding]] of wrongTypes.entries()) assert.match(found[i], new RegExp(`^${title}, Latency.*(${finding.source})`));
});

const faults = [
  ['a unit that Grafana does not have', /unit secs is not/, panel => { panel.fieldConfig.defaults.unit = 'secs'; }],
  ['a unit that differs from the metric', /unit is bytes, but the metric's name implies s/, panel => { panel.fieldConfig.defaults.unit = 'bytes'; }],
  ['panels that overlap', /Latency: overlaps Error share/, panel => { panel.gridPos.x -= 2; }],
  ['a panel outside the grid', /outside of the grid/, panel => { panel.gridPos.x = 20; }],
  ['an unsupported panel type', /panel type graph is not supported/, panel => { panel.type = 'graph'; }],
  ['a query that does not parse', /not valid PromQL/, panel => { panel.targets[0].expr += ')'; }],
  ['a link to a dashboard that does not exist', /d\/testbed-nothing leads to no dashboard/,
    panel => { panel.fieldConfig.defaults.links = [{ title: 'x', url: '/d/testbed-nothing' }]; }],
  ['a variable of another dashboard', /no variable \$strategy/, panel => { panel.targets[0].expr = 'sum(up{job="$strategy"})'; }],
  ['a panel without a description', /no description/, panel => { delete panel.description; }],
  ['a panel without thresholds', /no thresholds/, panel => { delete panel.fieldConfig.defaults.thresholds; }],
];

for (const [name, finding, plant] of faults) {
  test(`Reported: ${name}`, () => assert.match(lint(withError(overview, 'Latency', plant)).join('\n'), finding));
}
