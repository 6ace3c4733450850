export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Pixels of a rem: what is drawn grows with the text. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

export const isPresenting = () => document.documentElement.classList.contains('presents');

/** What a slide has for its charts, below the heading and above the legend. */
export const slideRoom = () => innerHeight * 0.63;

export const isPrinting = () => matchMedia('print').matches;
