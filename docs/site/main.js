// The pages of the documentation follow the theme of the browser. They need no other script.
import { initializeTheme } from '../../web/shared/theme.js';

initializeTheme();
