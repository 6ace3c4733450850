// The live page, for a presenter: shows what the load tool measures at the moment. All data comes from the events that
// the load tool sends.
import { seriesStyleSheet } from '../shared/series-styles.js';
import { initializeTheme } from '../shared/theme.js';
import { showControls } from './control.js';
import { draw, redrawOnChange, scheduleDrawing } from './drawing.js';
import { subscribe } from './feed.js';
import { listenToKeys } from './keys.js';
import { renderLayout } from './layout.js';
import { applyEvent, state } from './state.js';

document.head.appendChild(document.createElement('style')).textContent = seriesStyleSheet();
document.documentElement.classList.add('dims');
initializeTheme('dark');
renderLayout();
draw();

subscribe((type, data) => {
  applyEvent(type, data);
  if (type === 'hello') {
    document.title = `${state.hello.scenario} · live`;
    renderLayout();
  }
  if (type === 'hello' || type === 'end') showControls();
  scheduleDrawing();
});
listenToKeys();
redrawOnChange();
