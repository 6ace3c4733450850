export const byId = id => document.getElementById(id);

/** Pixels of a rem: what is drawn grows with the text. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Sets a text that is read out only where it changes. */
export function say(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}
