// Formats numbers and names. Numbers follow the rules of the load tool's terminal output: three significant digits,
// a thin space between thousands, and a dash for a value that was not measured.

const NOT_MEASURED = '–';
const THIN_SPACE = '\u202f';
const LONGEST_NAME = 22;

const groupThousands = digits =>
  digits.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE));

const isMissing = value => value === null || value === undefined;

export const formatNumber = value => {
  if (isMissing(value)) return NOT_MEASURED;
  if (value === 0) return '0';
  const size = Math.abs(value);
  return groupThousands(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3));
};

export const formatCount = value => isMissing(value) ? NOT_MEASURED : groupThousands(Math.round(value).toFixed(0));

export const formatRatio = value =>
  isMissing(value) ? NOT_MEASURED : value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3);

/** Formats the label of an axis tick with no more digits than it needs. */
export const formatTick = value => groupThousands(String(+value.toPrecision(3)));

export const formatSeconds = value =>
  value < 60 ? `${+value.toFixed(2)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;

/** Formats a time as a clock does: 1:05. */
export const formatClock = time => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, '0')}`;

/** Keeps every number on the same line as its unit. */
export const keepUnits = text => text.replace(/(?<=\d) (?=(?:ms|s|%|kB|MB)(?!\w))/g, '\u00a0');

/** Shortens a long name to fit into a chart; a tooltip or a table shows the whole name. */
export const shortenName = (name, longest = LONGEST_NAME) =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
