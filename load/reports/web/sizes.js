// Finds the sizes for which a run has separate results: the sizes of its bursts, or the request rates of its steps.

const RATES = { heading: 'Results by request rate', sizeName: 'Rate, req/s', note: 'Dotted: the requested rate.' };

const BURSTS = {
  heading: 'Results by burst size', sizeName: 'Burst size',
  note: 'The size of a burst is the number of requests that are sent at once.',
};

/**
 * @param {object} variant of a run
 * @returns {object | null} the name of the list that has an entry for each size, the entries, the path of the size in
 * an entry, and the texts for both; null when the run has a single size
 */
export function findSizes({ bursts, windows, phases }) {
  if (bursts?.length > 1) return { list: 'bursts', entries: bursts, sizePath: ['requests'], ...BURSTS };
  const rates = (windows ?? []).map(({ rate_per_s: rate }) => rate).filter(rate => rate !== null);
  if (new Set(rates).size > 1) return { list: 'windows', entries: windows, sizePath: ['rate_per_s'], ...RATES };
  if (phases?.length > 1 && phases.every(({ model }) => model?.rate_per_s > 0)) {
    return { list: 'phases', entries: phases, sizePath: ['model', 'rate_per_s'], ...RATES };
  }
  return null;
}
