// Charts are drawn to the width they get, and again when it or the theme changes, or the page is printed.
import { fill, markup } from '../shared/markup.js';
import { $ } from './dom.js';

const charts = [];
let frame;

/** @param {(width: number, place: Element) => Markup} draw what the element of this id holds */
export const chart = (id, draw) => charts.push({ id, draw });

export function drawAll() {
  for (const { id, draw } of charts) {
    const place = $(`#${id}`);
    if (place?.clientWidth > 0) fill(place, draw(place.clientWidth, place));
  }
}

export function redraw() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(drawAll);
}

export function redrawOnChange() {
  let width = innerWidth;
  let height = innerHeight;
  addEventListener('resize', () => {
    if (innerWidth === width && innerHeight === height) return;
    [width, height] = [innerWidth, innerHeight];
    redraw();
  });
  document.addEventListener('themechange', redraw);
  addEventListener('beforeprint', drawAll);
  addEventListener('afterprint', redraw);
  document.fonts.ready.then(redraw);
}

/** @param {string} label what it shows, for who does not see it */
export const drawing = (width, height, label, content) => markup`<svg class="chart" width="${width}" height="${height}"
  viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${content}</svg>`;
