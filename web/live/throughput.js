// The throughput of each variant over the time for which the variant has been measured. The trials of a variant, which
// are spread over shuffled rounds, are joined into one line, so that the lines of all variants can be compared.
import { declutter } from '../shared/declutter.js';
import { formatSeconds, formatTick, shortenName } from '../shared/format.js';
import { linePath, seriesLine } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup, render } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';
import { seriesColour } from '../shared/series-styles.js';
import { axisWidth, byId, rem } from './dom.js';
import { isComparison, state, styleOf } from './state.js';

/** The number of points over which the moving average of the throughput is taken. */
const AVERAGED_POINTS = 3;

/** The lowest upper end of the throughput axis, in requests per second. */
const LOWEST_TOP = 10;

export function drawThroughput() {
  const { run, phase, end } = state;
  // Before the first trial the lines are those of the warm-ups, which are not counted.
  const isWarmup = state.throughput.size === 0;
  const throughput = isWarmup ? state.warmups : state.throughput;
  const [element, size] = [byId('throughput'), rem()];
  const [width, height] = [element.clientWidth, element.clientHeight];
  const shown = run.variants.map(({ name }) => name).filter(name => throughput.has(name));
  const current = end ? null : phase?.variant;

  const labelGap = 1.22 * size;
  const hasNames = isComparison() && width > 32 * size && run.variants.length * labelGap < height - 1.7 * size;
  const nameWidth = Math.max(...run.variants.map(({ name }) => shortenName(name).length)) * 0.5 + 3.4;
  const margin = (hasNames ? nameWidth : isComparison() ? 1.2 : 2.8) * size;
  const [right, top, bottom] = [width - margin, 0.7 * size, height - 1.7 * size];
  const highest = Math.max(LOWEST_TOP, ...[...throughput.values()].flat().map(([, rps]) => rps));
  const y = scaleLinear([0, highest * 1.04], [bottom, top]);
  const left = axisWidth(y.ticks(4).map(formatTick)) * size;
  const x = scaleLinear([0, isWarmup ? warmupTime() : measuredTime()], [left, right]);

  const ends = [];
  const lines = inDrawingOrder(shown, current).map(name => {
    const style = styleOf(name);
    const points = movingAverage(throughput.get(name)).map(([measured, rps]) => [x(measured), y(rps)]);
    const last = points.at(-1);
    const isCurrent = name === current;
    ends.push({ name, style, isCurrent, x: last[0], y: last[1] });
    const halo = isCurrent && markup`<circle cx="${last[0]}" cy="${last[1]}" r="${0.95 * size}"
      fill="${seriesColour(style)}" opacity=".22"/>`;
    return markup`<g data-v="${style.index}">${seriesLine(style, linePath(points, true), 0.15 * size)}${halo}
      ${marker(style, ...last, (isCurrent ? 0.5 : 0.34) * size)}</g>`;
  });
  const names = hasNames && declutter(ends, labelGap, top, bottom).map(end => lineName(end, right));
  render(element, markup`<svg width="${width}" height="${height}" class="chart" role="img"
    aria-label="${isWarmup ? 'Throughput while warming up, not counted' : 'Throughput by measured time'}">
    ${y.ticks(4).map(value => markup`<line class="grid" x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>
      <text x="${left - 0.5 * size}" y="${y(value)}" dy=".35em" text-anchor="end">${formatTick(value)}</text>`)}
    ${timeMarks(x, isWarmup).map(mark =>
      markup`<text x="${mark.x}" y="${height - 0.25 * size}" text-anchor="middle">${mark.text}</text>`)}
    ${isWarmup && throughput.size > 0 && markup`
      <text class="strong" x="${left + 0.6 * size}" y="${top + 0.7 * size}">warming up, not counted</text>`}
    <g class="data">${lines}${names}</g></svg>`);
}

function lineName({ name, style, isCurrent, x, y, labelY }, right) {
  const size = rem();
  return markup`<g data-v="${style.index}">
    <path d="M${x + 0.6 * size} ${y}L${right + 0.3 * size} ${labelY}" stroke="${seriesColour(style)}" class="leader"/>
    ${marker(style, right + 0.9 * size, labelY, 0.34 * size)}
    <text class="name halo ${(isCurrent || style.isBaseline) && 'strong'}" x="${right + 1.6 * size}" y="${labelY}"
      dy=".35em">${shortenName(name)}</text></g>`;
}

/** The baseline and the current variant are drawn last, over the others. */
function inDrawingOrder(names, current) {
  const weight = name => (name === state.run.baseline ? 2 : 0) + (name === current ? 1 : 0);
  return [...names].sort((one, other) => weight(one) - weight(other));
}

/** The labels of the time axis: the seconds for which a variant was measured, or warmed up. */
const timeMarks = x => x.ticks(6).map(value => ({ x: x(value), text: formatSeconds(value) }));

const warmupTime = () => Math.max(3, ...[...state.warmups.values()].map(line => line.at(-1)[0]));

function measuredTime() {
  const { run: { plan }, throughput } = state;
  return Math.max((plan.rounds ?? 0) * (plan.turn_s ?? 0), ...[...throughput.values()].map(line => line.at(-1)[0]), 1);
}

const movingAverage = line => line.map(([measured], i) => {
  const recent = line.slice(Math.max(0, i - AVERAGED_POINTS + 1), i + 1);
  return [measured, recent.reduce((sum, [, rps]) => sum + rps, 0) / recent.length];
});
