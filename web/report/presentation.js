// The presentation mode of the report: each section of the page is a slide.
import { drawCharts } from './charts.js';
import { $, $$, isPresenting } from './dom.js';

let current = 0;

const slides = () => $$('.slide');

export function togglePresentation(isOn) {
  document.documentElement.classList.toggle('presenting', isOn);
  document.documentElement.classList.remove('black');
  showSlide(current);
  if (!isOn) slides()[current].scrollIntoView();
}

export function showSlide(number) {
  const all = slides();
  current = Math.max(0, Math.min(all.length - 1, number));
  all.forEach((slide, i) => slide.classList.toggle('shown', i === current));
  $('.pager').textContent = isPresenting() ? `${current + 1} / ${all.length}` : '';
  drawCharts();
}

export const showNextSlide = () => showSlide(current + 1);
export const showPreviousSlide = () => showSlide(current - 1);
export const showFirstSlide = () => showSlide(0);
export const showLastSlide = () => showSlide(slides().length - 1);

/** Blackens the screen, or shows the slide again. */
export const toggleBlack = () => document.documentElement.classList.toggle('black');
