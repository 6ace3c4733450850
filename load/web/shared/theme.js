// Light and dark. What draws pixels of its own listens for "themechange" on the document.

const root = document.documentElement;

export const theme = () => root.dataset.theme;

export function setTheme(name) {
  root.dataset.theme = name;
  document.dispatchEvent(new CustomEvent('themechange'));
}

export const toggleTheme = () => setTheme(theme() === 'dark' ? 'light' : 'dark');

/** As the address says (?theme=dark), or the standard, or what the machine prefers. */
export function startTheme(standard) {
  const asked = new URLSearchParams(location.search).get('theme');
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  setTheme(['light', 'dark'].includes(asked) ? asked : standard ?? preferred);
}
