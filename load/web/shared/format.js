// Numbers as they read: three significant digits, a thin space between thousands, – if not measured. The same rules as
// the tool's own on the terminal.

const NONE = '–';
const THIN_SPACE = '\u202f';

const grouped = digits => digits.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE));
const isMissing = value => value === null || value === undefined;

export const figure = value => {
  if (isMissing(value)) return NONE;
  if (value === 0) return '0';
  const size = Math.abs(value);
  return grouped(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3));
};

export const count = value => isMissing(value) ? NONE : grouped(Math.round(value).toFixed(0));

export const ratio = value => isMissing(value) ? NONE : value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3);

/** A figure and its unit on one line. */
export const unbroken = text => text.replace(/(?<=\d) (?=(?:ms|s|%|kB|MB)(?!\w))/g, '\u00a0');

/** Of an axis: no more digits than it takes. */
export const tick = value => grouped(String(+value.toPrecision(3)));

export const seconds = value => value < 60 ? `${+value.toFixed(2)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;
