// The parts that all dashboards have: the uid, links, variables, annotations, and the layout of the panels in the grid.
export const datasource = { type: 'prometheus', uid: 'prometheus' };

export const WIDTH = 24;

/**
 * @param rows Objects { title, height, panels }. The width of a panel is in columns; a row has 24.
 * @param noValue What an empty panel says, unless the panel has a text of its own: what would fill it.
 */
export function dashboard({ uid, title, description, rows, noValue, variables = [job, instance] }) {
  return {
    uid: `testbed-${uid}`,
    title: `Testbed / ${title}`,
    description,
    tags: ['testbed'],
    schemaVersion: 42,
    version: 1,
    editable: false,
    graphTooltip: 1,
    refresh: '5s',
    time: { from: 'now-6m', to: 'now' },
    timezone: 'browser',
    links: [{
      title: 'Testbed', type: 'dashboards', tags: ['testbed'], asDropdown: false, icon: 'external link', tooltip: '',
      url: '', targetBlank: false, includeVars: true, keepTime: true,
    }],
    templating: { list: variables },
    annotations: { list: [ALERTS, FAULTS] },
    panels: layOutRows(rows, noValue),
  };
}

// Only critical alerts are annotations: under load, warnings of a busy CPU would be lines across each panel. The step equals
// the scrape interval: the default is a minute.
const ALERTS = {
  name: 'Alerts', datasource, enable: true, iconColor: 'red', expr: 'ALERTS{alertstate="firing",severity="critical"}', step: '2s',
  titleFormat: '{{alertname}}', textFormat: '{{job}} {{instance}}', useValueForTime: false,
};

// A fault that is injected into the back-end.
const FAULTS = {
  name: 'Fault', datasource, enable: true, iconColor: 'red', expr: 'fault_active', step: '2s',
  titleFormat: 'Fault: {{fault}}', textFormat: '{{instance}}', useValueForTime: false,
};

const variable = (name, query, description) => ({
  name, label: name, description, type: 'query', datasource, query: { query, refId: name },
  // The values of a variable are read again on every change of the time range; otherwise the list would still contain
  // processes that have stopped.
  refresh: 2, sort: 1, multi: true, includeAll: true, current: { text: 'All', value: ['$__all'] },
});

/** The variables job and instance, with the services and processes that have this metric. */
export function processesWith(metric, labels) {
  const having = (...selectors) => metric + (selectors.some(Boolean) ? `{${selectors.filter(Boolean).join(',')}}` : '');
  return [
    variable('job', `label_values(${having(labels)}, job)`, 'The service, in .NET or in Go.'),
    variable('instance', `label_values(${having(labels, 'job=~"$job"')}, instance)`, 'The process, by its address.'),
  ];
}

export const [job, instance] = processesWith('dotnet_process_cpus');

/** The variable by: the flag of a route whose values a dashboard compares. */
export const compareBy = flags => ({
  name: 'by', label: 'compare by', description: 'The flag of the front-end whose values are compared.', type: 'custom',
  query: flags.join(','), options: flags.map((flag, i) => ({ text: flag, value: flag, selected: i === 0 })),
  current: { text: flags[0], value: flags[0] }, multi: false, includeAll: false,
});

/** The variable value: the values that the flag has had in requests to the route. */
export const valuesOf = route => variable('value',
  `label_values(http_server_request_duration_seconds_count{http_route=~"${route}",$by!="",job=~"$job",instance=~"$instance"}, $by)`,
  'The values of the flag that are shown.');

function layOutRows(rows, noValue) {
  const panels = [];
  let y = 0;
  let id = 1;
  for (const { title, height, panels: members } of rows) {
    if (title) panels.push({ id: id++, type: 'row', title, collapsed: false, gridPos: { x: 0, y: y++, w: WIDTH, h: 1 }, panels: [] });
    let x = 0;
    for (const { width, ...panel } of members) {
      if (x + width > WIDTH) [x, y] = [0, y + height];
      const { defaults } = panel.fieldConfig;
      if (panel.type !== 'text') defaults.noValue ??= noValue;
      panels.push({ id: id++, ...panel, gridPos: { x, y, w: width, h: height } });
      x += width;
    }
    y += height;
  }
  return panels;
}
