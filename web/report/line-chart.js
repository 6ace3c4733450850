// Line charts with markers and names: by part, by size or over time.
import { formatTick } from '../shared/format.js';
import { linePath, seriesLine } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { logTicks, scaleLinear, scaleLog } from '../shared/scales.js';
import { xAxis, yAxis } from './axes.js';
import { svgChart } from './charts.js';
import { isPresenting, rem, slideHeight } from './dom.js';
import { endLabels, hasRoomForNames, nameWidth } from './labels.js';

/** A line with more points than this has a marker at its end only. */
const MOST_MARKERS = 40;

/**
 * @param {object} chart
 * @param {string} chart.label describes the chart to screen readers
 * @param {{series: object, points: [number, number | null][]}[]} chart.lines a point without a value leaves a gap
 * @param {boolean} [chart.isLog] whether y is logarithmic; otherwise it begins at zero
 * @param {boolean} [chart.isLogX] whether x is logarithmic
 * @param {number[]} [chart.ticks] the ticks of x; without them the scale chooses its own
 * @param {[number, number][]} [chart.guide] a dotted line without a name
 * @param {boolean} [chart.isWhole] whether y is a count, which has no ticks between whole numbers
 * @param {(x: number) => string} [chart.formatX]
 * @returns {((width: number, element: Element) => Markup) | null} draws the chart; null when there is nothing to draw
 */
export function lineChart({ label, lines, isLog, isLogX, ticks, guide, isWhole, formatX = formatTick }) {
  const hasValue = y => y !== null && (isLog ? y > 0 : Number.isFinite(y));
  const shown = lines.filter(({ points }) => points.some(([, y]) => hasValue(y)));
  if (shown.length === 0) return null;
  const all = [...shown.map(({ points }) => points), guide ?? []].flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y).filter(hasValue)];
  const [firstX, lastX, lowest, highest] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];

  return (width, element) => {
    const size = rem();
    const isNamed = lines.length > 1 && hasRoomForNames(width);
    const margin = isNamed ? nameWidth(shown.map(({ series }) => series), width) : 1.2 * size;
    const height = heightFor(width, element);
    const [left, right, top, bottom] = [3.9 * size, width - margin, 0.8 * size, height - 2 * size];
    const range = [left + 0.6 * size, right - 0.4 * size];
    const x = isLogX
      ? scaleLog([firstX, lastX], range)
      : scaleLinear([firstX, lastX > firstX ? lastX : firstX + 1], range);
    const y = isLog
      ? scaleLog([lowest * 0.85, highest * 1.15], [bottom, top])
      : scaleLinear([0, (highest || 1) * 1.04], [bottom, top]);
    const yTicks = isLog ? logTicks(y) : y.ticks(6).filter(value => !isWhole || Number.isInteger(value));
    const toPoint = ([place, value]) => [x(place), hasValue(value) ? y(value) : NaN];

    const ends = [];
    const drawnLines = shown.map(({ series, points }) => {
      const measured = points.map(toPoint).filter(([, at]) => Number.isFinite(at));
      ends.push({ series, x: measured.at(-1)[0], y: measured.at(-1)[1] });
      const marked = points.length <= MOST_MARKERS ? measured : [measured.at(-1)];
      return markup`<g data-v="${series.index}">${seriesLine(series.style, linePath(points.map(toPoint)), 0.11 * size)}
        ${marked.map(point => marker(series.style, ...point, 0.18 * size))}</g>`;
    });
    const xTicks = ticks ?? (isLogX ? [...new Set(xs)] : x.ticks(6));
    const marks = xTicks.map(value => ({ x: x(value), text: formatX(value) }));
    const dottedLine = guide && markup`<path class="dotted" d="${linePath(guide.map(toPoint))}"/>`;
    return svgChart(width, height, label, markup`${yAxis(y, yTicks, left, right)}
      ${xAxis(marks, bottom, left, right, width)}${dottedLine}${drawnLines}
      ${isNamed && endLabels(ends, right, top, bottom)}`);
  };

  function heightFor(width, element) {
    const rows = Number(element.closest('.panels')?.dataset.rows ?? 1);
    return isPresenting()
      ? slideHeight() / rows - 2.6 * rem()
      : Math.max(280, Math.min(420, width * 0.62), (shown.length + 2) * 1.25 * rem());
  }
}
