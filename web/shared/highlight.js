// Highlights one series: a single style rule dims all other series in every chart of the page.
// An element belongs to a series when its data-v attribute holds the number of that series.

const styleElement = document.head.appendChild(document.createElement('style'));
let pinned = null;
let baseline = null;

const isNumber = value => value !== null && value !== undefined && /^\d+$/.test(value);

export const pinnedSeries = () => pinned;

/** Keeps the baseline, to which the others are compared, easier to see than the other series that are dimmed. */
export function keepVisible(number) {
  baseline = number;
}

/** Highlights a series until the next call, unless another series is pinned. */
export const highlight = number => applyHighlight(pinned ?? number);

/** Pins the highlight to a series, or removes the pin when that series is already pinned. */
export function togglePin(number) {
  pinned = pinned === number ? null : number;
  applyHighlight(pinned);
}

/** Removes the pin and shows all series again. */
export function clearHighlight() {
  pinned = null;
  applyHighlight(null);
}

function applyHighlight(number) {
  const others = `.dims [data-v]:not([data-v="${number}"])`;
  styleElement.textContent = isNumber(number)
    ? `${others}{opacity:.13}${isNumber(baseline) ? `${others}[data-v="${baseline}"]{opacity:.4}` : ''}`
    : '';
}
