// Draws state timelines, because Grafana does not publish them on npm: a ribbon for each series, filled where it has
// samples.
import { getDisplayProcessor } from '@grafana/data';
import { useEffect, useRef } from 'react';

const LEFT = 180;
const GAP = 2;

export function Ribbons({ frames, width, height, theme }) {
  const canvas = useRef(null);
  useEffect(() => draw(canvas.current, frames, width, height, theme), [width, height]);
  return <canvas ref={canvas} style={{ width, height }} />;
}

function draw(canvas, frames, width, height, theme) {
  [canvas.width, canvas.height] = [width * 2, height * 2];
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  context.font = '12px Inter, sans-serif';
  context.textBaseline = 'middle';
  const row = height / frames.length;
  frames.forEach(({ name, fields: [, field] }, i) => {
    const cell = (width - LEFT) / field.values.length;
    context.fillStyle = theme.colors.text.primary;
    context.fillText(name, 4, (i + 0.5) * row);
    context.fillStyle = (field.display ?? getDisplayProcessor({ field, theme }))(1).color;
    field.values.forEach((value, x) => {
      if (value !== null) context.fillRect(LEFT + x * cell, i * row + GAP, Math.ceil(cell), row - 2 * GAP);
    });
  });
}
