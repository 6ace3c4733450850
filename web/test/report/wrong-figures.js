// Compares the figures in the tables of a report page with the result that the page shows.

/** @returns {Promise<string[]>} one line for each figure that is wrong or that does not say where it comes from */
export async function wrongFigures(page, result) {
  const cells = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main table td, main table [data-path]')];
    return all.map(cell => {
      const { path, interval, sample, key } = cell.dataset;
      const hasOtherSource = (interval ?? sample) !== undefined
        || cell.querySelector('.name, [data-path]') !== null || cell.matches('.worded');
      const text = cell.textContent.replace(/\s+/g, ' ').trim();
      return { path, interval, sample, key, hasOtherSource, text };
    });
  });
  const withPath = cells.filter(({ path }) => path);
  const withoutSource = cells.filter(({ path, text, hasOtherSource }) =>
    !path && !hasOtherSource && /\d/.test(text) && text !== '1');
  return [
    ...cells.filter(({ sample, key, text }) => sample && !isFormatOf(text, FIGURES_OF_SAMPLES[key](result.samples[sample])))
      .map(({ sample, key, text }) => `the page shows ${text} for ${key} of the sample ${sample}, but it differs`),
    ...cells.filter(({ interval, text }) => interval && !isWordsOf(text, valueAt(result, interval)))
      .map(({ interval, text }) => `the page says ${text} of ${interval}, which has other ends`),
    ...withPath.length === 0 ? ['no figure on the page'] : [],
    ...withoutSource.map(({ text }) => `a figure of unknown origin: ${text}`),
    ...withPath.filter(({ path, text }) => !isFormatOf(text, valueAt(result, path)))
      .map(({ path, text }) =>
        `the page shows ${text} for ${path}, but the result has ${JSON.stringify(valueAt(result, path))}`),
  ];
}

const FIGURES_OF_SAMPLES = {
  rps: ({ good, busy_s: busy }) => good / busy,
  cpu: ({ cpu_s: cpu, requests }) => cpu === null ? null : 1000 * cpu / requests,
};

const valueAt = (result, path) => path.split('.').reduce((place, key) => place?.[key], result) ?? null;

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
