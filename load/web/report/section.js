import { markup } from '../shared/markup.js';
import { unbroken } from '../shared/format.js';
import { chart } from './charts.js';
import { folded } from './table.js';

/** A part of the page, and a slide. */
export const section = (id, heading, lede, content) => markup`<section class="slide" id="${id}"><h2>${unbroken(heading)}</h2>
  ${lede && markup`<p class="lede">${lede}</p>`}${content}</section>`;

/** A chart with its caption; nothing where there is nothing to draw. */
export function figureOf(id, caption, unit, draw) {
  if (!draw) return null;
  chart(id, draw);
  return markup`<figure>${caption && markup`<figcaption>${caption}<span>${unit}</span></figcaption>`}<div id="${id}"></div></figure>`;
}

/** Charts beside each other, with their figures beneath; nothing without a chart. */
export function panels(figures, table) {
  const there = figures.filter(Boolean);
  const across = there.length < 3 ? there.length : there.length === 4 ? 2 : 3;
  return there.length > 0 && markup`<div class="panels across${across}" data-rows="${Math.ceil(there.length / across)}">${there}</div>${
    table && folded(table)}`;
}
