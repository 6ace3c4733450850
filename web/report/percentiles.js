// The chart of latency by percentile. With each step to the right on the axis, slower requests are ten times rarer.
import { formatCount, formatNumber } from '../shared/format.js';
import { linePath, seriesLine } from '../shared/lines.js';
import { marker } from '../shared/markers.js';
import { markup } from '../shared/markup.js';
import { logTicks, quantileToPosition, scaleLinear, scaleLog } from '../shared/scales.js';
import { yAxis } from './axes.js';
import { svgChart } from './charts.js';
import { isPresenting, isPrinting, rem, slideHeight } from './dom.js';
import { endLabels, hasRoomForNames, nameText, nameWidth } from './labels.js';

const MARKED_QUANTILES = [0.5, 0.9, 0.99, 0.999, 0.9999];

const formatPercentile = quantile => `p${+(quantile * 100).toFixed(2)}`;

/** @param {object[]} lines series with their latency */
export function percentileChart(lines) {
  const drawn = lines.filter(({ latency }) => latency.curve.length > 0);
  const rarest = Math.max(...drawn.map(({ latency }) => latency.curve.at(-1)[0]));
  const values = drawn.flatMap(({ latency }) => latency.curve.map(([, ms]) => ms));
  const [low, high] = [Math.min(...values) * 0.92, Math.max(...values) * 1.1];

  return width => {
    const size = rem();
    const least = isPrinting() ? 20 * size : Math.max(360, Math.min(560, width * 0.36));
    const height = isPresenting() ? slideHeight() : Math.max(least, (drawn.length + 3) * 1.25 * size);
    const [left, right] = [3.9 * size, width - Math.max(1.6 * size, nameWidth(drawn, width))];
    const [top, bottom] = [0.7 * size, height - 2.8 * size];
    const x = scaleLinear([0, quantileToPosition(rarest)], [left, right]);
    const y = scaleLog([low, high], [bottom, top]);
    const toPoint = ([quantile, ms]) => [x(quantileToPosition(quantile)), y(ms)];
    const ends = [];
    const curves = drawn.map(line => {
      const points = line.latency.curve.map(toPoint);
      const marked = line.latency.curve.filter(([quantile]) => MARKED_QUANTILES.includes(quantile));
      ends.push({ series: line, x: points.at(-1)[0], y: points.at(-1)[1] });
      return markup`<g data-v="${line.index}">${seriesLine(line.style, linePath(points, true), 0.125 * size)}
        ${marked.map(point => marker(line.style, ...toPoint(point), 0.25 * size))}
        ${marker(line.style, ...points.at(-1), 0.28 * size)}</g>`;
    });
    const label = `Latency by percentile, both axes logarithmic. ${drawn.map(({ name, latency }) =>
      `${name}: p50 ${formatNumber(latency.p50)}, p99 ${formatNumber(latency.p99)} ms`).join('; ')}`;
    const isNamed = hasRoomForNames(width);
    return svgChart(width, height, label, markup`${yAxis(y, logTicks(y), left, right, 'ms')}
      ${quantileAxis(x, rarest, left, right, top, bottom, isNamed)}${curves}
      ${isNamed && names(ends, right, top, bottom)}`);
  };
}

function quantileAxis(x, rarest, left, right, top, bottom, hasOdds) {
  const size = rem();
  const formatOdds = quantile => `1 in ${formatCount(Math.round(1 / (1 - quantile)))}`;
  const marks = MARKED_QUANTILES.filter(quantile => quantile <= rarest).map(quantile => {
    const place = x(quantileToPosition(quantile));
    const odds = hasOdds && markup`<text class="dim" x="${place}" y="${bottom + 2.2 * size}" text-anchor="middle">${
      formatOdds(quantile)}</text>`;
    return markup`<line class="grid" x1="${place}" x2="${place}" y1="${top}" y2="${bottom}"/>
      <text x="${place}" y="${bottom + 1.15 * size}" text-anchor="middle">${formatPercentile(quantile)}</text>${odds}`;
  });
  return markup`<line class="axis" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>${marks}`;
}

// The name of a line that ends far from the right edge is at the end of the line. The names of the other lines are
// beside the plot.
function names(ends, right, top, bottom) {
  const size = rem();
  const isAlone = end => ends.every(other => other === end || Math.abs(other.y - end.y) > 1.3 * size);
  const isInside = end => end.x + (end.series.name.length * 0.5 + 2) * size < right && isAlone(end);
  const inside = ends.filter(isInside).map(end =>
    markup`<g data-v="${end.series.index}">${nameText(end.series, end.x + 0.75 * size, end.y)}</g>`);
  return markup`${inside}${endLabels(ends.filter(end => !isInside(end)), right, top, bottom)}`;
}
