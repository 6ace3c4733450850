export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/** The size of a rem in pixels. Charts use it so that they grow with the text. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

export const isPresenting = () => document.documentElement.classList.contains('presenting');

/** Whether the window is as narrow as that of a phone. report.css has the same limit. */
export const isNarrow = () => matchMedia('(max-width: 40rem)').matches;

/** The height that a slide has for its charts, between the heading and the legend. */
export const slideHeight = () => innerHeight * 0.63;

export const isPrinting = () =>
  matchMedia('print').matches || document.documentElement.classList.contains('printing');

/** The height of each of some rows, which is less on paper, and on a slide no more than there is room for. */
export function rowHeightFor(rows, height, slideRowHeight, slideMargin) {
  if (isPresenting()) return Math.min(slideRowHeight * rem(), (slideHeight() - slideMargin * rem()) / rows);
  return (isPrinting() ? 0.75 : 1) * height * rem();
}
