// The slowest requests of a traced run: a waterfall for each, with a row for each span that a service exported.
import { formatNumber, formatTick, shortenName } from '../../../web/shared/format.js';
import { markup } from '../../../web/shared/markup.js';
import { scaleLinear } from '../../../web/shared/scales.js';
import { assignStyles, seriesColour } from '../../../web/shared/series-styles.js';
import { markTexts } from './axes.js';
import { svgChart } from './charts.js';
import { allSeries, isInvalid, valueAt } from './data.js';
import { isPrinting, rem } from './dom.js';
import { CHARACTER_WIDTH, hasRoomForNames } from './labels.js';
import { chartFigure, section } from './section.js';
import { table, tableDetails, valueCell } from './table.js';

const [{ path, variant }] = allSeries;
const traces = variant.traces ?? [];

/** The indentation of a span below its parent, in rem. */
const INDENTATION = 0.8;

/** A span that is too short to be seen gets a bar of this width, in pixels. */
const NARROWEST_BAR = 2;

const spanName = ({ service, name }) => `${service} ${name}`;

// All waterfalls share the colours of the services.
const services = [...new Set(traces.flatMap(({ spans }) => spans.map(({ service }) => service)))];
const styles = assignStyles(services.map(name => ({ name })), null);
const colourOf = ({ service }) => seriesColour(styles[services.indexOf(service)]);

/** Nothing for a run that was not traced. */
export function waterfalls() {
  if (traces.length === 0) return null;
  const heading = isInvalid
    ? 'The slowest requests'
    : `The slowest request took ${formatNumber(traces[0].latency_ms)} ms`;
  return section('traces', heading, `Each bar is a span that a service exported, below the span that caused it, in
    milliseconds since the first span began. The services measured them, each with its own clock.`,
  markup`${traces.map(traceFigure)}${tableDetails(spansTable())}`);
}

function traceFigure(trace, i) {
  const caption = `${trace.request} · ${trace.outcome}`;
  const unit = `${formatNumber(trace.latency_ms)} ms, trace ${trace.trace_id}`;
  if (trace.spans.length === 0) {
    return markup`<figure><figcaption>${caption}<span>${unit}</span></figcaption>
      <p class="intro">No spans were received.</p></figure>`;
  }
  return markup`${chartFigure(`trace-${i}`, caption, unit, width => waterfall(trace, width))}${
    trace.omitted_spans > 0 && markup`<p class="intro">${trace.omitted_spans} more spans are not shown.</p>`}`;
}

function waterfall({ request, spans }, width) {
  const size = rem();
  // Narrow charts have the name of a span above its bar.
  const isWide = hasRoomForNames(width);
  const rowHeight = (isWide ? 1.4 : 2.4) * (isPrinting() ? 0.75 : 1) * size;
  const textWidth = span =>
    (span.depth * INDENTATION + (spanName(span).length + 2) * CHARACTER_WIDTH) * size;
  const left = isWide ? Math.min(width * 0.45, Math.max(...spans.map(textWidth))) : 0.6 * size;
  const [right, top] = [width - 5 * size, 1.7 * size];
  const height = top + rowHeight * spans.length + 0.3 * size;
  const x = scaleLinear([0, Math.max(...spans.map(span => span.start_ms + span.duration_ms)) || 1], [left, right]);
  const ticks = x.ticks(4);
  const marks = ticks.map(value => ({ x: x(value), text: formatTick(value) }));
  const grid = ticks.map(value => markup`<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${top}"
    y2="${height}"/>`);
  const rows = spans.map((span, i) => {
    const [start, barWidth] = [x(span.start_ms), Math.max(NARROWEST_BAR, x(span.duration_ms) - x(0))];
    const [indentation, rowTop] = [span.depth * INDENTATION * size, top + i * rowHeight];
    const room = (isWide ? left : width) - indentation;
    const middle = rowTop + rowHeight * (isWide ? 0.5 : 0.72);
    const barHeight = Math.min(rowHeight * 0.6, 0.85 * size);
    const textY = isWide ? middle : rowTop + rowHeight * 0.25;
    return markup`<g class="span"><text x="${indentation}" y="${textY}" dy=".35em">${
      shortenName(spanName(span), Math.floor(room / CHARACTER_WIDTH / size))}</text>
      <rect class="data" x="${start}" y="${middle - barHeight / 2}" width="${barWidth}" height="${barHeight}"
        fill="${colourOf(span)}"/><text x="${start + barWidth + 0.4 * size}" y="${middle}" dy=".35em">${
      formatNumber(span.duration_ms)} ms</text></g>`;
  });
  return svgChart(width, height, `Waterfall of ${request}, ${spans.length} spans`,
    markup`${grid}${markTexts(marks, width, top - 0.5 * size)}${rows}`);
}

const textCell = cellPath => markup`<td class="text" data-path="${cellPath.join('.')}">${valueAt(cellPath)}</td>`;

const spansTable = () => table(['Request', 'Service', 'Span', 'Start, ms', 'Duration, ms'],
  traces.flatMap((trace, i) => trace.spans.map((_, k) => {
    const spanPath = [...path, 'traces', i, 'spans', k];
    return [
      markup`<th scope="row">${i + 1}: ${trace.request}</th>`,
      textCell([...spanPath, 'service']), textCell([...spanPath, 'name']),
      valueCell([...spanPath, 'start_ms'], formatNumber), valueCell([...spanPath, 'duration_ms'], formatNumber),
    ];
  })));
