// The light and the dark theme. Code that draws pixels itself listens for "themechange" on the document.

const root = document.documentElement;

export const currentTheme = () => root.dataset.theme;

function setTheme(name) {
  root.dataset.theme = name;
  document.dispatchEvent(new CustomEvent('themechange'));
}

export const toggleTheme = () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark');

/** Takes the theme from the address (?theme=dark), else the given default, else the browser's preference. */
export function initializeTheme(defaultTheme) {
  const requested = new URLSearchParams(location.search).get('theme');
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  setTheme(['light', 'dark'].includes(requested) ? requested : defaultTheme ?? preferred);
}
