export const byId = id => document.getElementById(id);

/** The size of a rem in pixels. Charts use it so that they grow with the text. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Sets a text only when it changes, because screen readers announce each change. */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** The space to the left of a chart for the labels of its y axis, in rem. */
export const axisWidth = labels => Math.max(3.6, 0.6 * Math.max(...labels.map(label => label.length)) + 0.8);

/** Whether the page is inside that of the talk, which has the number of the show in its address. */
export const isInFrame = () => new URLSearchParams(location.search).has('show');

/** Whether the page is shown as in the talk: inside of it, or because its address asks for a board. */
export const isInTalk = () => isInFrame()
  || new URLSearchParams(location.hash.slice(1)).has('board');

/** Whether the page is in the small picture of the room, in the window of the speaker. */
export const isThumbnail = () => new URLSearchParams(location.search).has('thumbnail');
