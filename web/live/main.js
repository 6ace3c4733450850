// The live page, for a presenter: shows what the load tool measures at the moment. All data comes from the events that
// the load tool sends.
import { keepVisible } from '../shared/highlight.js';
import { seriesStyleSheet } from '../shared/series-styles.js';
import { initializeTheme } from '../shared/theme.js';
import { showControls } from './control.js';
import { isInFrame, isInTalk } from './dom.js';
import { draw, redrawOnChange, scheduleDrawing } from './drawing.js';
import { subscribe } from './feed.js';
import { listenToKeys } from './keys.js';
import { renderLayout } from './layout.js';
import { isReplay, showReplayControls, startReplay } from './replay.js';
import { applyLine, state, styleOf } from './state.js';

document.head.appendChild(document.createElement('style')).textContent = seriesStyleSheet();
document.documentElement.classList.add('dims');
document.documentElement.classList.toggle('in-talk', isInTalk());
document.documentElement.classList.toggle('in-frame', isInFrame());
initializeTheme('dark');
renderLayout();
draw();

const runKey = ({ kind, started }) => `${kind} ${started}`;

let shownRun = null;
const source = isReplay ? startReplay : subscribe;
source(line => {
  applyLine(line);
  // The same run is described again when the page reconnects, or goes back in a recording. The layout stays then, so
  // that the controls keep the focus.
  if (line.plan && runKey(line.plan) !== shownRun) {
    shownRun = runKey(line.plan);
    document.title = `${state.run.scenario.name} · ${isReplay ? 'recorded' : 'live'}`;
    renderLayout();
    keepVisible(String(styleOf(state.run.baseline)?.index));
    showReplayControls();
    showControls();
  }
  if (line.end || line.show) showControls();
  // The window of the speaker reads the time of the run from here.
  if (state.t > 0) document.documentElement.dataset.time = state.t;
  scheduleDrawing();
});
listenToKeys();
redrawOnChange();
