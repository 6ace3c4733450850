// Converts responses of Prometheus to Grafana's data frames.
import { FieldType, toDataFrame } from '@grafana/data';
import { insertVariables, legendOf } from '../check/board.js';

export async function framesOf(target, values, prometheus, times) {
  const expr = insertVariables(target.expr, values, times);
  if (target.format === 'table') return [tableFrame(target.refId, await prometheus.instant(expr, times))];
  if (target.instant) {
    const series = await prometheus.instant(expr, times);
    return series.map(({ metric, value }) => lineFrame(target, { metric, values: [value] }, { from: times.to, to: times.to, step: times.step }));
  }
  return (await prometheus.range(expr, times)).map(series => lineFrame(target, series, times));
}

function tableFrame(refId, series) {
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))];
  return toDataFrame({
    refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: series.map(({ value: [time] }) => time * 1000) },
      ...labels.map(label => ({ name: label, type: FieldType.string, values: series.map(({ metric }) => metric[label]) })),
      { name: `Value #${refId}`, type: FieldType.number, values: series.map(({ value: [, number] }) => Number(number)) },
    ],
  });
}

// Every step of a line has a point. If there is no sample, the point is null, which is drawn as a gap.
function lineFrame({ refId, legendFormat }, { metric, values }, { from, to, step }) {
  const numbers = new Map(values.map(([time, number]) => [Math.round(time), Number(number.replace('Inf', 'Infinity'))]));
  const steps = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
  const name = legendOf(legendFormat, metric);
  return toDataFrame({
    refId, name,
    fields: [
      { name: 'Time', type: FieldType.time, values: steps.map(time => time * 1000), config: { interval: step * 1000 } },
      { name: 'Value', type: FieldType.number, labels: metric, config: { displayNameFromDS: name },
        values: steps.map(time => numbers.get(time) ?? null) },
    ],
  });
}
