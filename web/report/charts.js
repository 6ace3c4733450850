// Charts are drawn to the width of the element that contains them. They are drawn again when the width or the theme
// changes, and for printing.
import { markup, render } from '../shared/markup.js';
import { $ } from './dom.js';

const charts = [];
let frame;

/**
 * Registers a chart to be drawn into the element with this id.
 * @param {(width: number, element: Element) => Markup} draw
 */
export const registerChart = (id, draw) => charts.push({ id, draw });

export function drawCharts() {
  for (const { id, draw } of charts) {
    const element = $(`#${id}`);
    if (element?.clientWidth > 0) render(element, draw(element.clientWidth, element));
  }
}

function scheduleDrawing() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(drawCharts);
}

// The charts are drawn before the page is laid out for paper, so the page gets the width of the paper beforehand.
function showForPrint(isOn) {
  document.documentElement.classList.toggle('printing', isOn);
  drawCharts();
}

export function redrawOnChange() {
  let width = innerWidth;
  let height = innerHeight;
  addEventListener('resize', () => {
    if (innerWidth === width && innerHeight === height) return;
    [width, height] = [innerWidth, innerHeight];
    scheduleDrawing();
  });
  document.addEventListener('themechange', scheduleDrawing);
  addEventListener('beforeprint', () => showForPrint(true));
  addEventListener('afterprint', () => showForPrint(false));
  document.fonts.ready.then(scheduleDrawing);
}

/** @param {string} label describes the chart to screen readers */
export const svgChart = (width, height, label, content) => markup`<svg class="chart" width="${width}" height="${height}"
  viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${content}</svg>`;
