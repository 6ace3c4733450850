export const byId = id => document.getElementById(id);

/** The size of a rem in pixels. Charts use it so that they grow with the text. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Sets a text only when it changes, because screen readers announce each change. */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}
