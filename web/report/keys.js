// The keyboard shortcuts of the report page.
import { toggleTheme } from '../shared/theme.js';
import { isPresenting } from './dom.js';
import { clearLegend } from './legend.js';
import {
  showFirstSlide, showLastSlide, showNextSlide, showPreviousSlide, toggleBlack, togglePresentation,
} from './presentation.js';

const ACTIONS = { t: toggleTheme, p: () => togglePresentation(!isPresenting()) };
const SLIDE_ACTIONS = {
  ArrowRight: showNextSlide, PageDown: showNextSlide, ' ': showNextSlide,
  ArrowLeft: showPreviousSlide, PageUp: showPreviousSlide, Home: showFirstSlide, End: showLastSlide,
  // Clickers have a key that sends b or a full stop.
  b: toggleBlack, '.': toggleBlack,
};

export const listenToKeys = () => addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    clearLegend();
    if (isPresenting()) togglePresentation(false);
    return;
  }
  const action = ACTIONS[event.key] ?? (isPresenting() ? SLIDE_ACTIONS[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
});
