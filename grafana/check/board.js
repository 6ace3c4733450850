// Reads a dashboard as Grafana does: its panels, variables and queries. The checks of the dashboards and the page that
// draws them in a browser use this module.

/** All panels except rows. Our dashboards do not nest panels in rows. */
export const panelsOf = board => board.panels.filter(panel => panel.type !== 'row');

/** Grafana's own variables, for a data source with the given scrape interval. */
export function timesOf(from, to, scrape) {
  const step = Math.max(scrape, Math.ceil((to - from) / 300));
  // The rate interval covers four scrapes, as in Grafana's Prometheus data source, because a rate needs at least two
  // samples.
  const rate = Math.max(step + scrape, 4 * scrape);
  return { from: Math.floor(from / step) * step, to: Math.floor(to / step) * step, step,
    globals: { __interval: `${step}s`, __rate_interval: `${rate}s`, __range: `${to - from}s` } };
}

/**
 * The values of each variable; a variable without a query has one. They are read in order, because later variables use
 * earlier ones.
 */
export async function variablesOf(board, prometheus, times) {
  const values = {};
  for (const { name, datasource, query, current } of board.templating.list) {
    if (!datasource) {
      values[name] = current.value;
      continue;
    }
    const [, selector, label] = /^label_values\((.*),\s*(\w+)\)$/.exec(insertVariables(query.query, values, times));
    values[name] = await prometheus.labelValues(label, selector, times);
  }
  return values;
}

/** Inserts the values of the variables. An unknown variable remains, so that the query fails. */
export function insertVariables(text, values, times) {
  return text.replace(/\$\{?(\w+)\}?/g, (all, name) => times.globals[name] ?? (name in values ? choice(values[name]) : all));
}

const escape = value => value.replace(/[\\^$*+?.()|{}[\]/]/g, '\\\\$&');

const choice = values => Array.isArray(values) ? `(${values.map(escape).join('|')})` : values;

export const legendOf = (format, labels) => (format ?? '').replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => labels[label] ?? '');
