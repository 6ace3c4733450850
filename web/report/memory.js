// The memory of each process: a marker for the memory under load, a ring for the memory after a pause.
import { formatNumber, formatTick } from '../shared/format.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { markTexts } from './axes.js';
import { svgChart } from './charts.js';
import { allSeries, processes, ranked } from './data.js';
import { rem, rowHeightFor } from './dom.js';
import { hasRoomForNames, nameText, nameWidth } from './labels.js';
import { chartFigure, chartPanels, section } from './section.js';
import { seriesTable } from './table.js';

// Anonymous memory is what the process itself has asked for. Files that it has mapped are in the working set as well.
const KINDS = [
  { name: 'anonymous', key: 'anonymous_mb', after: 'anonymous_after_mb' },
  { name: 'working set', key: 'working_set_mb', after: 'working_set_after_mb' },
];

const valueOf = ({ variant }, process, key) => variant.processes[process]?.[key] ?? null;

const isKnown = (process, key) => allSeries.some(series => valueOf(series, process, key) !== null);

/** The kind of memory that the charts show: the first one that was measured. */
const shownKind = KINDS.find(({ key }) => processes.some(process => isKnown(process, key)));

export function memory() {
  if (allSeries.length < 2 || !shownKind) return null;
  const shown = processes.filter(process => isKnown(process, shownKind.key));
  const columns = shown.flatMap(process => KINDS.flatMap(({ name, key, after }) =>
    [[`${process} ${name} MB`, key], ['after', after]]
      .filter(([, one]) => isKnown(process, one))
      .map(([heading, one]) => [heading, ['processes', process, one], formatNumber])));
  const hasAfter = shown.some(process => isKnown(process, shownKind.after));
  const charts = shown.slice(0, 2).map((process, i) =>
    chartFigure(`memory-${i}`, process, `${shownKind.name}, MB`, memoryChart(process)));
  const intro = markup`The ${shownKind.name} memory under load, in MB.${
    hasAfter && ' The ring is the memory after a pause.'}`;
  return section('memory', 'Memory of each process', intro, chartPanels(charts, seriesTable(columns, ranked)));
}

function memoryChart(process) {
  const rows = ranked.filter(series => valueOf(series, process, shownKind.key) !== null);
  const most = Math.max(...rows.flatMap(series =>
    [shownKind.key, shownKind.after].map(key => valueOf(series, process, key) ?? 0)));

  return width => {
    const size = rem();
    const rowHeight = rowHeightFor(rows.length, 2.05, 4, 4);
    const isNamed = hasRoomForNames(width);
    const left = isNamed ? nameWidth(rows, width) : 2 * size;
    const [right, top] = [width - 4 * size, 1.7 * size];
    const height = top + rowHeight * rows.length + 0.5 * size;
    const x = scaleLinear([0, most || 1], [left, right]);
    const grid = x.ticks(4).map(value => markup`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${top}"
      y2="${height}"/>`);
    const labels = markTexts(
      x.ticks(4).map(value => ({ x: x(value), text: formatTick(value) })), width, top - 0.5 * size);
    const marks = rows.map((series, i) => memoryMarks(series, process, x, top + (i + 0.5) * rowHeight, isNamed));
    return svgChart(width, height, `${shownKind.name} memory of ${process} in MB`, markup`${grid}${labels}${marks}`);
  };
}

function memoryMarks(series, process, x, y, isNamed) {
  const size = rem();
  const [under, after] = [shownKind.key, shownKind.after].map(key => valueOf(series, process, key));
  const colour = seriesColour(series.style);
  const end = Math.max(under, after ?? 0);
  return markup`<g data-v="${series.index}">${marker(series.style, 0.6 * size, y, 0.3 * size)}
    ${isNamed && nameText(series, 1.3 * size, y)}
    <g class="data"><line x1="${x(after ?? 0)}" x2="${x(under)}" y1="${y}" y2="${y}" stroke="${colour}"
      stroke-width="2"/>${after !== null && markup`<circle cx="${x(after)}" cy="${y}" r="${0.3 * size}"
      fill="var(--page)" stroke="${colour}" stroke-width="2"/>`}
    <circle class="under-load" cx="${x(under)}" cy="${y}" r="${0.34 * size}" fill="${colour}"/></g>
    <text class="value" x="${x(end) + 0.6 * size}" y="${y}" dy=".35em">${formatNumber(under)}</text></g>`;
}
