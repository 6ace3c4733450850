// The values that a panel shows, as numbers of four digits: of each line its median, its last value and its range, and of
// a table each cell.
import { FieldType, getFieldDisplayName } from '@grafana/data';

const round = value => (value === null ? null : Number(value.toPrecision(4)));

export function summaryOf(frames) {
  return Object.fromEntries(frames.flatMap(frame => {
    const labels = frame.fields.find(({ type, config }) => type === FieldType.string && !config.custom?.hidden)?.values;
    return frame.fields.filter(({ type }) => type === FieldType.number).map(field =>
      [getFieldDisplayName(field, frame, frames), labels ? cellsOf(labels, field.values) : lineOf(field.values)]);
  }));
}

const cellsOf = (labels, values) => Object.fromEntries(labels.map((label, i) => [label, round(values[i] ?? null)]));

function lineOf(values) {
  const known = values.filter(value => value !== null);
  const sorted = known.toSorted((a, b) => a - b);
  return { median: round(sorted[sorted.length >> 1] ?? null), last: round(known.at(-1) ?? null),
    min: round(sorted[0] ?? null), max: round(sorted.at(-1) ?? null) };
}
