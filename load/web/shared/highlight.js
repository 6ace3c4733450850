// One variant in focus: all else of the marked kind is dimmed, in every chart, by one rule in one style element. What
// belongs to a variant carries data-v, its number.

const sheet = document.head.appendChild(document.createElement('style'));
let pinned = null;

const isNumber = value => value !== null && value !== undefined && /^\d+$/.test(value);

export const pinnedVariant = () => pinned;

/** Until the next call; what is pinned stays. */
export const hover = number => show(pinned ?? number);

/** Pins a variant, or lets go of it where it is pinned already. */
export function pin(number) {
  pinned = pinned === number ? null : number;
  show(pinned);
}

export function release() {
  pinned = null;
  show(null);
}

function show(number) {
  sheet.textContent = isNumber(number) ? `.dims [data-v]:not([data-v="${number}"]){opacity:.13}` : '';
}
