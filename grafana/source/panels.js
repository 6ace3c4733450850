// Functions that create panels. Parameters: a title, a width in columns (a row has 24), a description that says what to look
// for, a unit and queries.
import { HUES } from '../../web/shared/palette.js';
import { styleOf } from '../../web/shared/series-styles.js';
import { datasource } from './dashboard.js';

// A narrower panel has its legend below the plot.
const WIDE = 12;

export const row = (title, height, ...panels) => ({ title, height, panels });

/** A query and its legend: '{{job}}', or plain text. */
export const query = (expr, legendFormat) => ({ expr, legendFormat });

/** Lines over time. With `names`, the legend is a list of names below the plot, and not a table of their values. */
export function lines(title, width, description, unit, queries, { target, max, softMax, stack, dots, log, noValue, link, names, legend = true, colours = TIERS } = {}) {
  return panel('timeseries', title, width, description, queries, {
    defaults: {
      unit,
      noValue,
      links: link && [link],
      min: log ? undefined : 0,
      max,
      color: { mode: 'palette-classic' },
      thresholds: limit(target),
      custom: {
        drawStyle: 'line', lineWidth: 2, fillOpacity: stack ? 40 : colours === TIERS ? 8 : 0, pointSize: 6, showPoints: dots ? 'always' : 'never',
        axisSoftMax: softMax, spanNulls: false, stacking: { mode: stack ? 'normal' : 'none', group: 'A' },
        scaleDistribution: log ? { type: 'log', log: 10 } : { type: 'linear' },
        thresholdsStyle: { mode: target === undefined ? 'off' : 'dashed' },
      },
    },
    overrides: [...colours, ...DASHED],
  }, {
    legend: names ? { showLegend: legend, displayMode: 'list', placement: 'bottom', calcs: [] }
      : { showLegend: true, displayMode: 'table', placement: width >= WIDE ? 'right' : 'bottom', calcs: ['lastNotNull', 'min', 'max'] },
    tooltip: { mode: 'multi', sort: 'desc' },
  });
}

/** A text in Markdown. */
export const text = (title, width, content) => ({
  type: 'text', title, width, fieldConfig: { defaults: {}, overrides: [] },
  options: { mode: 'markdown', content, code: { language: 'plaintext', showLineNumbers: false, showMiniMap: false } },
});

/** A link to another dashboard, which keeps the time range. */
export const linkTo = (title, uid, variables = '') =>
  ({ title, url: `/d/testbed-${uid}?\${__url_time_range}${variables && `&${variables}`}`, targetBlank: false });

/** One large number. It is orange from `warn` on, and red from `bad` on. */
export function number(title, width, description, unit, expr, { warn, bad, decimals, mappings, link } = {}) {
  return panel('stat', title, width, description, [query(expr, title)], {
    defaults: { unit, decimals, mappings, links: link && [link], color: { mode: 'thresholds' }, thresholds: limit(warn, bad) },
    overrides: [],
  }, {
    colorMode: 'value', graphMode: 'none', justifyMode: 'center', textMode: 'value', orientation: 'auto', wideLayout: true,
    text: { valueSize: 36 }, reduceOptions: LAST,
  });
}

/**
 * A number for a projector, or with `isName` the name of the series. Its name is part of the number, because Grafana's
 * titles are too small for a room.
 * @param name The name, which may contain labels of the series: '{{value}}'.
 */
export function huge(name, width, expr, unit, description, { warn, bad, decimals, noValue, isName } = {}) {
  return panel('stat', '', width, description, [{ ...query(expr, name), ...NOW }], {
    defaults: { unit, decimals, noValue, color: { mode: 'thresholds' }, thresholds: limit(warn, bad) },
    overrides: [],
  }, {
    colorMode: 'value', graphMode: 'none', justifyMode: 'center', orientation: 'auto', wideLayout: false,
    textMode: isName ? 'name' : 'value_and_name',
    text: { titleSize: 34, valueSize: isName ? 33 : 56 },
    reduceOptions: LAST,
  });
}

/** A bar for each series, for a projector, in the color of the first word of its name. */
export function bars(width, expr, name, unit, description, { names, noValue }) {
  return panel('bargauge', '', width, description, [{ ...query(expr, name), ...NOW }], {
    defaults: { unit, min: 0, decimals: 0, noValue, color: { mode: 'fixed', fixedColor: 'light-blue' }, thresholds: limit() },
    overrides: coloured(Object.fromEntries(names.map(name => [name, colourOf(name)])), 'fixed', ','),
  }, {
    displayMode: 'basic', orientation: 'horizontal', namePlacement: 'top', valueMode: 'text', showUnfilled: true, sizing: 'auto',
    minVizHeight: 16, text: { titleSize: 33, valueSize: 33 }, reduceOptions: LAST,
  });
}

/** A row for each series, with a bar while it has a value. The name of a row is that of its series. */
export function timeline(title, width, description, queries, { colours, noValue } = {}) {
  return panel('state-timeline', title, width, description, queries, {
    defaults: {
      unit: 'none', noValue, color: { mode: 'fixed', fixedColor: '#8e8e8e' }, thresholds: limit(),
      custom: { fillOpacity: 80, lineWidth: 0, spanNulls: false, insertNulls: false },
    },
    overrides: colours,
  }, {
    mergeValues: true, showValue: 'never', rowHeight: 0.8,
    legend: { showLegend: false, displayMode: 'list', placement: 'bottom', calcs: [] }, tooltip: { mode: 'single', sort: 'none' },
  });
}

/** A heat map. Cells are shares from 0 to 1, so that all heat maps have the same color scale. */
export function heatMap(title, width, description, expr) {
  return panel('heatmap', title, width, description, [{ ...query(expr, '{{le}}'), format: 'heatmap' }], {
    defaults: { custom: { scaleDistribution: { type: 'linear' } } }, overrides: [],
  }, {
    calculate: false, cellGap: 1, showValue: 'never',
    color: { mode: 'scheme', scheme: 'Turbo', steps: 64, min: 0, max: 1, reverse: false, exponent: 0.5 },
    cellValues: { unit: 'percentunit' }, filterValues: { le: 1e-9 },
    yAxis: { axisPlacement: 'left', unit: 's', decimals: 2 }, rowsFrame: { layout: 'auto' },
    legend: { show: false }, tooltip: { mode: 'single', yHistogram: false }, exemplars: { color: 'orange' },
  });
}

/**
 * A table with a row for each value of a label. Columns are { name, expr, unit, decimals, bar }; bar is the color of a
 * bar. `colours` are colors of values of the label.
 */
export function table(title, width, description, label, columns, { link, noValue, colours } = {}) {
  const names = columns.map(({ name }, i) => [`Value #${letter(i)}`, name]);
  return {
    ...panel('table', title, width, description, columns.map(({ expr }) => ({ ...query(expr), format: 'table', ...NOW })), {
      // With these widths in pixels, eight columns fit on a screen of 1024.
      defaults: { unit: 'short', noValue, thresholds: limit(), custom: { align: 'auto', cellOptions: { type: 'auto' }, minWidth: 90 } },
      overrides: [
        { matcher: { id: 'byName', options: label }, properties: [{ id: 'custom.minWidth', value: 190 }, { id: 'unit', value: 'string' },
          ...link ? [{ id: 'links', value: [link] }] : [], ...colours ? colouredText(colours) : []] },
        ...columns.map(({ name, unit, decimals, bar }) => ({
        matcher: { id: 'byName', options: name },
        properties: [
          { id: 'unit', value: unit },
          { id: 'noValue', value: '–' },
          ...(decimals === undefined ? [] : [{ id: 'decimals', value: decimals }]),
          ...(bar ? [{ id: 'custom.cellOptions', value: { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' } },
            { id: 'color', value: { mode: 'fixed', fixedColor: bar } }, { id: 'min', value: 0 }, { id: 'fieldMinMax', value: true }] : []),
        ],
      }))],
    }, { showHeader: true, cellHeight: 'sm', sortBy: [{ displayName: columns[0].name, desc: true }] }),
    transformations: [
      { id: 'merge', options: {} },
      { id: 'organize', options: { excludeByName: { Time: true }, indexByName: {}, renameByName: Object.fromEntries(names) } },
    ],
  };
}

const colouredText = colours => [
  { id: 'custom.cellOptions', value: { type: 'color-text' } },
  { id: 'mappings', value: [{ type: 'value', options: Object.fromEntries(Object.entries(colours).map(([name, color]) => [name, { color }])) }] },
];

// A service has the same color in all panels. The front-end for WebClient calls (prometheus/prometheus.yml) is lighter,
// and other processes of a service are shades of its color.
const TIERS = [
  ...coloured({ 'frontend-api': 'orange', 'backend-api': 'blue', 'frontend-go': 'purple', 'backend-go': 'green' }, 'shades', ''),
  ...coloured({ 'frontend-api webclient': '#FFE0B0' }, 'fixed', ''),
];

// The second of two statistics of the same service has the color of the first, and is dashed.
const DASHED = override('/ (p95|p99|busy|working set|parsed|transmit|idle)$/', [{ id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 6] } }]);

/** Generations of the heap from young to old, as steps of one color; those of the back-end are dashed. */
export const GENERATIONS = [
  ...['#FFF899', '#FADE2A', '#FF9830', '#C4162A', '#8F3BB8'].flatMap((fixedColor, i) =>
    override(`/ ${['gen0', 'gen1', 'gen2', 'loh', 'poh'][i]}$/`, [{ id: 'color', value: { mode: 'fixed', fixedColor } }])),
  ...override('/^backend/', [{ id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 6] } }]),
];

/** Overrides that set the color of the series whose names start with a key. With `end`, the whole name must match. */
export function coloured(colours, mode = 'fixed', end = '$') {
  return Object.entries(colours).flatMap(([start, fixedColor]) => override(`/^${start}${end}/`, [{ id: 'color', value: { mode, fixedColor } }]));
}

/** The color that a variant has in the report, on a dark page. */
export const colourOf = name => HUES[styleOf(name).hue].dark;

/** Overrides that give variants the colors and the dashes that they have in the report. */
export function styled(variants) {
  return variants.flatMap(name => {
    const { dash } = styleOf(name);
    return override(`/^${name}$/`, [
      { id: 'color', value: { mode: 'fixed', fixedColor: colourOf(name) } },
      ...(dash ? [{ id: 'custom.lineStyle', value: { fill: 'dash', dash: dash.split(' ').map(Number) } }] : []),
    ]);
  });
}

function override(pattern, properties) {
  return [{ matcher: { id: 'byRegexp', options: pattern }, properties }];
}

// What a query returns now, and not its last value in the time shown.
const NOW = { instant: true, range: false };

const LAST = { calcs: ['lastNotNull'], fields: '', values: false };

const letter = i => String.fromCharCode('A'.charCodeAt(0) + i);

function panel(type, title, width, description, queries, fieldConfig, options) {
  const targets = queries.map((target, i) => ({ refId: letter(i), datasource, editorMode: 'code', range: true, ...target }));
  return { type, title, description, width, datasource, targets, fieldConfig, options };
}

// A panel without limits also gets thresholds, because Grafana's default thresholds turn values above 80 red.
function limit(warn, bad) {
  const steps = [{ value: null, color: 'green' }];
  if (warn !== undefined) steps.push({ value: warn, color: bad === undefined ? 'red' : 'orange' });
  if (bad !== undefined) steps.push({ value: bad, color: 'red' });
  return { mode: 'absolute', steps };
}
