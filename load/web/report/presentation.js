// Presenting: each section is a slide.
import { drawAll } from './charts.js';
import { $, $$, isPresenting } from './dom.js';

let current = 0;

const slides = () => $$('.slide');

export function present(isOn) {
  document.documentElement.classList.toggle('presents', isOn);
  go(current);
  if (!isOn) slides()[current].scrollIntoView();
}

export function go(number) {
  const all = slides();
  current = Math.max(0, Math.min(all.length - 1, number));
  all.forEach((slide, i) => slide.classList.toggle('shown', i === current));
  $('.pager').textContent = isPresenting() ? `${current + 1} / ${all.length}` : '';
  drawAll();
}

export const next = () => go(current + 1);
export const previous = () => go(current - 1);
