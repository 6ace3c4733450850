// Draws state timelines, because Grafana does not publish its panel on npm: a row for each series, named beside it, and a
// bar while it has a value.
import { dateTimeFormat, getFieldDisplayName } from '@grafana/data';

const LEFT = 180;
const BOTTOM = 20;

export function Timeline({ panel, frames, width, height, times, theme }) {
  const rows = frames.map(frame => ({ frame, value: frame.fields[1], times: frame.fields[0].values }));
  const rowHeight = (height - BOTTOM) / rows.length;
  const x = time => LEFT + (width - LEFT) * (time / 1000 - times.from) / (times.to - times.from);
  const text = { fontSize: 12, fill: theme.colors.text.primary };
  return <svg width={width} height={height}>
    {rows.map(({ frame, value, times: steps }, row) => {
      const top = (row + (1 - panel.options.rowHeight) / 2) * rowHeight;
      return <g key={row}>
        <text {...text} x={LEFT - 8} y={(row + 0.5) * rowHeight} textAnchor="end" dominantBaseline="middle">
          {getFieldDisplayName(value, frame)}</text>
        {barsOf(value.values, steps).map(([from, to]) => <rect key={from} x={x(from)} width={Math.max(1, x(to) - x(from))} y={top}
          height={rowHeight * panel.options.rowHeight} fill={value.display(1).color} fillOpacity={value.config.custom.fillOpacity / 100} />)}
      </g>;
    })}
    {ticksOf(times).map(tick => <text key={tick} {...text} x={x(tick * 1000)} y={height - 5} textAnchor="middle">
      {dateTimeFormat(tick * 1000, { format: 'HH:mm' })}</text>)}
  </svg>;
}

/** Full minutes, ten at most. */
function ticksOf({ from, to }) {
  const step = 60 * Math.max(1, Math.ceil((to - from) / 600));
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

/** The times between which a series has values, from the first value to the first step without one. */
function barsOf(values, steps) {
  const bars = [];
  values.forEach((value, i) => {
    if (value === null) return;
    if (i === 0 || values[i - 1] === null) bars.push([steps[i], steps[i]]);
    bars.at(-1)[1] = steps[Math.min(i + 1, steps.length - 1)];
  });
  return bars;
}
