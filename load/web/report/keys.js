import { toggleTheme } from '../shared/theme.js';
import { isPresenting } from './dom.js';
import { release } from './legend.js';
import { next, present, previous } from './presentation.js';

const ALWAYS = { t: toggleTheme, p: () => present(!isPresenting()) };
const SLIDES = { ArrowRight: next, PageDown: next, ' ': next, ArrowLeft: previous, PageUp: previous };

export const listen = () => addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    release();
    if (isPresenting()) present(false);
    return;
  }
  const action = ALWAYS[event.key] ?? (isPresenting() ? SLIDES[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
});
