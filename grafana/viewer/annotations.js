// Draws annotations without Grafana's code: the start of each stage of the load, with the name of the stage.
import { insertVariables, legendOf } from '../check/board.js';

export async function annotationsOf(board, values, prometheus, times, theme) {
  const found = await Promise.all(board.annotations.list.map(async ({ expr, titleFormat, iconColor }) =>
    (await prometheus.range(insertVariables(expr, values, times), times)).flatMap(({ metric, values: points }) =>
      groupAdjacentTimes(points.map(([time]) => time), times.step).map(([from, to]) =>
        ({ from, to, text: legendOf(titleFormat, metric), colour: theme.visualization.getColorByName(iconColor) })))));
  return found.flat();
}

/** Groups times that have no gap between them. */
function groupAdjacentTimes(times, step) {
  return times.reduce((all, time) => {
    if (all.length > 0 && time - all.at(-1)[1] <= step) all.at(-1)[1] = time;
    else all.push([time, time]);
    return all;
  }, []);
}

const drawnBuilders = new WeakSet();

/** Adds a hook to the builder of a plot only once, because React calls this at every rendering. */
export function drawAnnotations(builder, annotations) {
  if (drawnBuilders.has(builder)) return;
  drawnBuilders.add(builder);
  builder.addHook('draw', plot => {
    const { ctx, bbox } = plot;
    ctx.save();
    for (const { from, to, colour } of annotations) {
      const [left, right] = [from, to].map(time => plot.valToPos(time * 1000, 'x', true));
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.setLineDash([3, 5]);
      ctx.globalAlpha = 0.6;
      ctx.beginPath();
      ctx.moveTo(left, bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
      ctx.fillRect(left, bbox.top + bbox.height, Math.max(2, right - left), 5);
    }
    ctx.restore();
  });
}
