// Finds mistakes in Grafana dashboards that a type check of their JSON cannot find.
import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import * as known from '@grafana/grafana-foundation-sdk/units';
import { panelsOf } from './board.js';

const KINDS = ['timeseries', 'stat', 'heatmap', 'table', 'bargauge', 'state-timeline', 'text'];
const DASHBOARDS = readdirSync(new URL('../dashboards', import.meta.url)).map(file => `testbed-${parse(file).name}`);
const COLUMNS = 24;
const UNITS = new Set(Object.values(known).filter(unit => typeof unit === 'string'));
const SHORTEST_DESCRIPTION = 20;

export function lint(board) {
  return [...boardFindings(board), ...layoutFindings(board.panels), ...panelsOf(board).flatMap(panel =>
    panelFindings(panel, board).map(finding => `${panel.title}: ${finding}`))];
}

function* boardFindings(board) {
  if (!/^testbed-\w+$/.test(board.uid)) yield `the uid ${board.uid} does not start with testbed-`;
  if (board.links.length === 0 || !board.links.every(link => link.keepTime && link.includeVars)) {
    yield 'a link between dashboards does not keep the time range or the variables';
  }
  for (const name of ['job', 'instance']) {
    if (!board.templating.list.some(variable => variable.name === name)) yield `the dashboard has no variable ${name}`;
  }
  for (const { name, type, datasource } of [...board.templating.list, ...board.annotations.list]) {
    if (!['custom', 'textbox'].includes(type) && datasource?.uid !== 'prometheus') yield `${name} uses another data source than Prometheus`;
  }
}

function* layoutFindings(panels) {
  const ids = new Set();
  for (const [index, panel] of panels.entries()) {
    if (ids.has(panel.id)) yield `${panel.title}: another panel has the same id (${panel.id})`;
    ids.add(panel.id);
    const { x, y, w, h } = panel.gridPos;
    if (x < 0 || x + w > COLUMNS || w < 1 || h < 1) yield `${panel.title}: the panel is outside of the grid`;
    for (const { title, gridPos: other } of panels.slice(0, index)) {
      if (x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h) yield `${panel.title}: overlaps ${title}`;
    }
  }
}

function panelFindings(panel, board) {
  const found = [];
  const names = new Set(board.templating.list.map(variable => variable.name));
  if (!KINDS.includes(panel.type)) found.push(`the panel type ${panel.type} is not supported`);
  // A panel with its name inside needs no title.
  if (!panel.title && !/name$/.test(panel.options.textMode) && panel.type !== 'bargauge') found.push('no title');
  found.push(...linkFindings(panel));
  if (panel.type === 'text') return found;
  if ((panel.description ?? '').length < SHORTEST_DESCRIPTION) {
    found.push('the panel has no description that says what to look for');
  }
  if (panel.datasource?.uid !== 'prometheus') found.push('the panel uses another data source than Prometheus');
  if (panel.targets.length === 0) found.push('no query');
  if (panel.type !== 'heatmap' && !panel.fieldConfig.defaults.thresholds) {
    found.push('the panel has no thresholds: Grafana would show values above 80 in red');
  }
  const units = unitsOf(panel);
  if (units.length === 0) found.push('no unit');
  for (const unit of units.filter(unit => !UNITS.has(unit))) found.push(`the unit ${unit} is not a unit of Grafana`);
  for (const { expr, datasource } of panel.targets) {
    found.push(...expressionFindings(expr, names));
    if (datasource?.uid !== 'prometheus') found.push('a query uses another data source than Prometheus');
    if (panel.type !== 'table' && units.length === 1) found.push(...unitFindings(expr, units[0]));
  }
  return found;
}

/** Links of a panel, of its series and of the cells of a table must lead to a dashboard that exists. */
function* linkFindings({ fieldConfig: { defaults, overrides }, options }) {
  const links = [...defaults.links ?? [], ...overrides.flatMap(({ properties }) => properties).filter(({ id }) => id === 'links').flatMap(({ value }) => value)];
  const urls = [...links.map(({ url }) => url), ...[...(options.content ?? '').matchAll(/\]\((\/[^)]*)\)/g)].map(([, url]) => url)];
  for (const url of urls) {
    const [, uid] = /^\/d\/([^?]+)/.exec(url) ?? [];
    if (uid !== '${__data.fields.dashboard}' && !DASHBOARDS.includes(uid)) yield `the link ${url} leads to no dashboard`;
  }
}

function unitsOf({ fieldConfig, options }) {
  const overridden = fieldConfig.overrides.flatMap(({ properties }) => properties).filter(({ id }) => id === 'unit');
  return [fieldConfig.defaults.unit ?? options.yAxis?.unit, ...overridden.map(({ value }) => value)].filter(Boolean);
}

function* expressionFindings(expr, names) {
  // $1 is a group of a regular expression.
  for (const [, name] of expr.matchAll(/\$\{?([a-z_]\w*)/gi)) {
    if (!name.startsWith('__') && !names.has(name)) yield `the dashboard has no variable $${name}`;
  }
  if (/\$job/.test(expr) && /rate\([^[]*\[(?!\$__)/.test(expr)) yield 'a query has a rate over a fixed time';
  const plain = expr.replaceAll(/\$__\w+/g, '5m').replaceAll(/\$\w+/g, 'x');
  const broken = [];
  parser.parse(plain).iterate({ enter: node => { if (node.type.isError) broken.push(node.from); } });
  if (broken.length === 0) return;
  yield `a query is not valid PromQL near "${plain.slice(Math.max(0, broken[0] - 20), broken[0] + 10)}"`;
}

// The units that a query may have. The name of a metric contains its unit, and a rate divides the unit by seconds. The
// unit of a quotient cannot be derived from names.
const MEANT = [
  [/^histogram_quantile\(.*_seconds_bucket/, ['s']],
  [/rate\(\w+_bytes_total/, ['Bps']],
  [/rate\(\w+_seconds_total/, ['percentunit']],
  [/rate\(\w+(_count|_total)/, ['ops', 'reqps', 'cps']],
  [/_bytes\b/, ['bytes']],
  [/:ratio_/, ['percentunit']],
];

function* unitFindings(expr, unit) {
  if (/ \/ /.test(expr)) return;
  const meant = MEANT.find(([pattern]) => pattern.test(expr))?.[1];
  if (meant && !meant.includes(unit)) yield `the unit is ${unit}, but the metric's name implies ${meant.join(' or ')}`;
}
