// Functions that create panels. Parameters: a title, a width in columns (a row has 24), a description that says what to look
// for, a unit and queries.
import { datasource, WIDTH } from './dashboard.js';

export const row = (title, height, ...panels) => ({ title, height, panels });

/** A query and its legend: '{{job}}', or plain text. */
export const query = (expr, legendFormat) => ({ expr, legendFormat });

export function lines(title, width, description, unit, queries, { target, max, softMax, stack, dots, log, noValue, colours = TIERS } = {}) {
  return panel('timeseries', title, width, description, queries, {
    defaults: {
      unit,
      noValue,
      min: log ? undefined : 0,
      max,
      color: { mode: 'palette-classic' },
      thresholds: limit(target),
      custom: {
        drawStyle: 'line', lineWidth: 2, fillOpacity: stack ? 40 : 8, pointSize: 6, showPoints: dots ? 'always' : 'never',
        axisSoftMax: softMax, spanNulls: false, stacking: { mode: stack ? 'normal' : 'none', group: 'A' },
        scaleDistribution: log ? { type: 'log', log: 10 } : { type: 'linear' },
        thresholdsStyle: { mode: target === undefined ? 'off' : 'dashed' },
      },
    },
    overrides: colours,
  }, {
    legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
    tooltip: { mode: 'multi', sort: 'desc' },
  });
}

/** One large number. It is orange from `warn` on, and red from `bad` on. */
export function number(title, width, description, unit, expr, { warn, bad, decimals, mappings } = {}) {
  return panel('stat', title, width, description, [query(expr, title)], {
    defaults: { unit, decimals, mappings, color: { mode: 'thresholds' }, thresholds: limit(warn, bad) },
    overrides: [],
  }, {
    colorMode: 'value', graphMode: 'area', justifyMode: 'auto', textMode: 'value', orientation: 'auto', wideLayout: true,
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  });
}

/** One heat map for each value of a variable. Cells are shares from 0 to 1, so that all heat maps have the same color scale. */
export function heatMaps(title, width, description, expr, repeat) {
  return {
    ...panel('heatmap', title, width, description, [{ ...query(expr, '{{le}}'), format: 'heatmap' }], {
      defaults: { custom: { scaleDistribution: { type: 'linear' } } }, overrides: [],
    }, {
      calculate: false, cellGap: 1, showValue: 'never',
      color: { mode: 'scheme', scheme: 'Turbo', steps: 64, min: 0, max: 1, reverse: false, exponent: 0.5 },
      cellValues: { unit: 'percentunit' }, filterValues: { le: 1e-9 },
      yAxis: { axisPlacement: 'left', unit: 's', decimals: 2 }, rowsFrame: { layout: 'auto' },
      legend: { show: false }, tooltip: { mode: 'single', yHistogram: false }, exemplars: { color: 'orange' },
    }),
    repeat, repeatDirection: 'h', maxPerRow: WIDTH / width,
  };
}

/** A table with a row for each value of a label. Columns are { name, expr, unit, decimals, bar }; bar is the color of a bar. */
export function table(title, width, description, label, columns) {
  const names = columns.map(({ name }, i) => [`Value #${letter(i)}`, name]);
  return {
    ...panel('table', title, width, description, columns.map(({ expr }) => ({ ...query(expr), format: 'table', instant: true, range: false })), {
      defaults: { unit: 'short', thresholds: limit(), custom: { align: 'auto', cellOptions: { type: 'auto' } } },
      overrides: columns.map(({ name, unit, decimals, bar }) => ({
        matcher: { id: 'byName', options: name },
        properties: [
          { id: 'unit', value: unit },
          ...(decimals === undefined ? [] : [{ id: 'decimals', value: decimals }]),
          ...(bar ? [{ id: 'custom.cellOptions', value: { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' } },
            { id: 'color', value: { mode: 'fixed', fixedColor: bar } }, { id: 'min', value: 0 }, { id: 'fieldMinMax', value: true }] : []),
        ],
      })),
    }, { showHeader: true, cellHeight: 'sm', sortBy: [{ displayName: columns[0].name, desc: true }] }),
    transformations: [
      { id: 'merge', options: {} },
      { id: 'organize', options: { excludeByName: { Time: true }, indexByName: {}, renameByName: Object.fromEntries(names) } },
    ],
  };
}

// A service has the same color in all panels. Its processes are shades of that color.
const TIERS = coloured({ 'frontend-api': 'orange', 'backend-api': 'blue', 'frontend-go': 'purple', 'backend-go': 'green' }, 'shades', '');

/** Overrides that set the color of the series whose names start with a key. With `end`, the whole name must match. */
export function coloured(colours, mode = 'fixed', end = '$') {
  return Object.entries(colours).map(([start, fixedColor]) =>
    ({ matcher: { id: 'byRegexp', options: `/^${start}${end}/` }, properties: [{ id: 'color', value: { mode, fixedColor } }] }));
}

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
