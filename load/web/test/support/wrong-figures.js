// Whether the figures of the page's tables are the result's.

/** @returns {Promise<string[]>} a line for each figure that is not, or that does not say which it is */
export async function wrongFigures(page, results) {
  const cells = await page.evaluate(() => [...document.querySelectorAll('main table td, main table [data-path]')]
    .map(cell => ({ path: cell.dataset.path, heat: cell.dataset.heat, row: cell.dataset.row, text: cell.textContent.replace(/\s+/g, ' ').trim(), isKnown: cell.closest('.provenances') !== null || cell.querySelector('.name') !== null || cell.dataset.heat !== undefined || cell.querySelector('[data-path]') !== null })));
  const unnamed = cells.filter(({ path, text, isKnown }) => !path && !isKnown && /\d/.test(text) && text !== '1');
  const named = cells.filter(({ path }) => path);
  const heats = cells.filter(({ heat }) => heat);
  return [
    ...heats.filter(({ heat, row, text }) => Number(text.replace(/\s/g, '')) !== sumOf(valueAt(results, heat), row))
      .map(({ heat, row, text }) => `row ${row} of ${heat} reads ${text}`),
    ...named.length === 0 ? ['no figure at all'] : [],
    ...unnamed.map(({ text }) => `of unknown origin: ${text}`),
    ...named.filter(({ path, text }) => !says(text, valueAt(results, path))).map(({ path, text }) => `${path} reads ${text}, is ${JSON.stringify(valueAt(results, path))}`),
  ];
}

const valueAt = (results, path) => path.split('.').reduce((place, key) => place?.[key], results) ?? null;

const sumOf = (heat, row) => heat.split('|').reduce((sum, column) => sum + Number(column.split(' ')[row]), 0);

// A ratio has its interval with it.
function says(text, value) {
  if (value !== null && typeof value === 'object') {
    const [, ratio, low, high] = /^(\S+)(?: \[(\S+), (\S+)\])?$/.exec(text) ?? [];
    return isRounded(ratio, value.value) && (value.lo === null ? low === undefined : isRounded(low, value.lo) && isRounded(high, value.hi));
  }
  if (value === null) return text === '–' || text === '0';
  const minutes = /^(\d+) min (\d+) s$/.exec(text);
  return minutes ? Math.abs(minutes[1] * 60 + +minutes[2] - value) < 1 : isRounded(text.replace(/ s$/, ''), value);
}

// To the last digit that is shown, and at least two of them.
function isRounded(text, value) {
  const digits = text?.replace(/\s/g, '') ?? '';
  if (!/^-?\d+(\.\d+)?$/.test(digits)) return false;
  const unit = 10 ** -(digits.split('.')[1]?.length ?? 0);
  return Math.abs(Number(digits) - value) <= unit / 2 * 1.0001 && (value === 0 || unit <= Math.max(1, Math.abs(value) / 9) || Math.abs(value) < 0.001);
}
