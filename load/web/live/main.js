// The presenter's page: what is measured right now, from the tool's events alone.
import { slotStyle } from '../shared/series-styles.js';
import { startTheme } from '../shared/theme.js';
import * as control from './control.js';
import { draw, redrawOnChange, schedule } from './drawing.js';
import { follow } from './feed.js';
import { listen } from './keys.js';
import { scaffold } from './layout.js';
import { fold, state } from './state.js';

document.head.appendChild(document.createElement('style')).textContent = slotStyle();
document.documentElement.classList.add('dims');
startTheme('dark');
scaffold();
draw();

follow((type, data) => {
  fold(type, data);
  if (type === 'hello') {
    document.title = `${state.hello.scenario} · live`;
    scaffold();
  }
  if (type === 'hello' || type === 'end') control.offer();
  schedule();
});
listen();
redrawOnChange();
