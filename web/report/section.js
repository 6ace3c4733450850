// The building blocks of the sections of a report.
import { keepUnits } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { registerChart } from './charts.js';
import { tableDetails } from './table.js';

/** A section of the page, which is also a slide of the presentation. */
export const section = (id, heading, intro, content) => markup`<section class="slide" id="${id}">
  <h2>${keepUnits(heading)}</h2>${intro && markup`<p class="intro">${intro}</p>`}${content}</section>`;

/** A region that scrolls sideways when its content is wider than the window. */
export const scrollable = (label, content, id = null) => markup`<div class="scrollable" tabindex="0" role="region"
  aria-label="${label}" ${id && markup`id="${id}"`}>${content}</div>`;

/** A chart with its caption; nothing when there is nothing to draw. */
export function chartFigure(id, caption, unit, draw) {
  if (!draw) return null;
  registerChart(id, draw);
  return markup`<figure>${caption && markup`<figcaption>${caption}<span>${unit}</span></figcaption>`}
    <div id="${id}"></div></figure>`;
}

/** Charts side by side with a table of their values below; nothing when there is no chart. */
export function chartPanels(figures, table) {
  const shown = figures.filter(Boolean);
  const columns = shown.length < 3 ? shown.length : shown.length === 4 ? 2 : 3;
  const rows = Math.ceil(shown.length / columns);
  return shown.length > 0 && markup`<div class="panels across${columns}" data-rows="${rows}">${shown}</div>${
    table && tableDetails(table)}`;
}
