// Compares the figures in the tables of a report page with the result that the page shows.

/** @returns {Promise<string[]>} one line for each figure that is wrong or that does not say where it comes from */
export async function wrongFigures(page, result) {
  const cells = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main table td, main table [data-path]')];
    return all.map(cell => {
      const { path, interval, heat, row, turns, key } = cell.dataset;
      const hasOtherSource = (interval ?? heat ?? turns) !== undefined
        || cell.querySelector('.name, [data-path]') !== null;
      const text = cell.textContent.replace(/\s+/g, ' ').trim();
      return { path, interval, heat, row, turns, key, hasOtherSource, text };
    });
  });
  const withPath = cells.filter(({ path }) => path);
  const withoutSource = cells.filter(({ path, text, hasOtherSource }) =>
    !path && !hasOtherSource && /\d/.test(text) && text !== '1');
  const sums = cells.filter(({ heat }) => heat);
  return [
    ...sums.filter(({ heat, row, text }) => Number(text.replace(/\s/g, '')) !== sumOfRow(valueAt(result, heat), row))
      .map(({ heat, row, text }) => `the page shows ${text} for row ${row} of the map ${heat}, but its sum differs`),
    ...cells.filter(({ turns, key, text }) => turns && !isFormatOf(text, FIGURES_OF_TURNS[key](
      turns.split(' ').map(i => result.samples[i]))))
      .map(({ turns, key, text }) => `the page shows ${text} for ${key} of the turns ${turns}, but it differs`),
    ...cells.filter(({ interval, text }) => interval && !isWordsOf(text, valueAt(result, interval)))
      .map(({ interval, text }) => `the page says ${text} of ${interval}, which has other ends`),
    ...withPath.length === 0 ? ['no figure on the page'] : [],
    ...withoutSource.map(({ text }) => `a figure of unknown origin: ${text}`),
    ...withPath.filter(({ path, text }) => !isFormatOf(text, valueAt(result, path)))
      .map(({ path, text }) =>
        `the page shows ${text} for ${path}, but the result has ${JSON.stringify(valueAt(result, path))}`),
  ];
}

const sum = values => values.reduce((total, value) => total + value, 0);

const FIGURES_OF_TURNS = {
  rps: turns => sum(turns.map(({ good }) => good)) / sum(turns.map(turn => turn.busy_s)),
  p99: turns => {
    const known = turns.map(turn => turn.p99_ms).filter(p99 => p99 !== null);
    return known.length > 0 ? sum(known) / known.length : null;
  },
};

const valueAt = (result, path) => path.split('.').reduce((place, key) => place?.[key], result) ?? null;

const sumOfRow = (heat, row) => heat.split('|').reduce((sum, column) => sum + Number(column.split(' ')[row]), 0);

// Each number is an end of the interval, rounded, as a factor or in percent.
function isWordsOf(text, ratio) {
  const factors = ratio ? [ratio.lo, ratio.hi].map(end => Math.max(end, 1 / end)) : [];
  const ends = factors.flatMap(factor => [factor, 100 * (factor - 1), 100 * (1 - 1 / factor)]);
  return (text.match(/\d+(\.\d+)?/g) ?? []).every(number =>
    ends.some(end => Math.abs(end - number) < (number.includes('.') ? 0.1 : 1)));
}

// The text of a ratio, such as 1.12 [1.11, 1.14], contains its confidence interval.
function isFormatOf(text, value) {
  if (value !== null && typeof value === 'object') {
    const [, ratio, low, high] = /^(\S+)(?: \[(\S+), (\S+)\])?$/.exec(text) ?? [];
    const isInterval = value.lo === null
      ? low === undefined
      : isRounded(low, value.lo) && isRounded(high, value.hi);
    return isRounded(ratio, value.value) && isInterval;
  }
  if (typeof value === 'string') return text === value.replace(/\s+/g, ' ').trim();
  if (value === null) return text === '–' || text === '0';
  const minutes = /^(\d+) min (\d+) s$/.exec(text);
  return minutes
    ? Math.abs(minutes[1] * 60 + +minutes[2] - value) < 1
    : isRounded(text.replace(/ s$/, ''), value);
}

// The value must be right to the last digit that is shown, and at least two digits must be shown.
function isRounded(text, value) {
  const digits = text?.replace(/\s/g, '') ?? '';
  if (!/^-?\d+(\.\d+)?$/.test(digits)) return false;
  const unit = 10 ** -(digits.split('.')[1]?.length ?? 0);
  const isPreciseEnough = value === 0 || unit <= Math.max(1, Math.abs(value) / 9) || Math.abs(value) < 0.001;
  return Math.abs(Number(digits) - value) <= unit / 2 * 1.0001 && isPreciseEnough;
}
