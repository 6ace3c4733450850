// Draws heat maps, because Grafana does not publish its heat map on npm. The color scale of all panels is that of the
// dashboard, 0 to 1.
import { formattedValueToString, getValueFormat } from '@grafana/data';
import { useEffect, useRef } from 'react';

const LEFT = 62;
const BOTTOM = 20;

export function Heatmap({ panel, frames, width, height, times, theme }) {
  const canvas = useRef(null);
  useEffect(() => draw(canvas.current, panel.options, frames, width, height, times, theme), [width, height]);
  return <canvas ref={canvas} style={{ width, height }} />;
}

function draw(canvas, options, frames, width, height, times, theme) {
  [canvas.width, canvas.height] = [width * 2, height * 2];
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  const rows = used(frames.map(({ fields: [, value] }) => ({ bound: bound(value.labels.le), numbers: value.values }))
    .sort((a, b) => a.bound - b.bound).map(single));
  const columns = frames[0].length;
  const cell = { width: (width - LEFT) / columns, height: (height - BOTTOM) / rows.length };
  rows.forEach(({ shares }, row) => shares.forEach((share, column) => {
    if (!(share > options.filterValues.le)) return;
    context.fillStyle = colour(Math.min(1, share / options.color.max) ** options.color.exponent);
    context.fillRect(LEFT + column * cell.width, height - BOTTOM - (row + 1) * cell.height, Math.max(1, cell.width), cell.height - options.cellGap);
  }));

  const format = getValueFormat(options.yAxis.unit);
  context.fillStyle = theme.colors.text.primary;
  context.font = '12px Inter, sans-serif';
  context.textAlign = 'right';
  const every = Math.ceil(14 / cell.height);
  rows.forEach(({ bound: upper }, row) => {
    const text = Number.isFinite(upper) ? formattedValueToString(format(upper)) : '+Inf';
    if (row % every === 0) context.fillText(text, LEFT - 6, height - BOTTOM - row * cell.height - 4);
  });
  context.textAlign = 'center';
  for (const part of [0.2, 0.5, 0.8]) {
    const time = new Date((times.from + (times.to - times.from) * part) * 1000);
    context.fillText(time.toTimeString().slice(0, 5), LEFT + (width - LEFT) * part, height - 5);
  }
}

const bound = le => (le === '+Inf' ? Infinity : Number(le));

// Prometheus counts the values below an upper bound. A cell of the heat map shows the number of values between two
// bounds.
const single = ({ bound: upper, numbers }, index, all) =>
  ({ bound: upper, shares: numbers.map((number, i) => number - (index > 0 ? all[index - 1].numbers[i] : 0)) });

/** Removes the empty buckets at both ends. */
function used(rows) {
  const full = rows.map(({ shares }) => shares.some(share => share > 0.001));
  return rows.slice(Math.max(0, full.indexOf(true) - 1), full.lastIndexOf(true) + 2);
}

const turbo = [[48, 18, 59], [70, 107, 227], [40, 187, 236], [49, 242, 153], [162, 252, 60], [237, 208, 58], [251, 128, 34], [210, 49, 5]];

function colour(share) {
  const place = share * (turbo.length - 1);
  const [low, high] = [turbo[Math.floor(place)], turbo[Math.ceil(place)]];
  return `rgb(${low.map((from, i) => Math.round(from + (high[i] - from) * (place % 1))).join()})`;
}
