// Finds the sizes for which a run has separate results: the sizes of its bursts, or the request rates of its steps.

const RATES = { heading: 'Results by request rate', sizeName: 'Rate, req/s', note: 'Dotted: the requested rate.' };

const BURSTS = {
  heading: 'Results by burst size', sizeName: 'Burst size',
  note: 'The size of a burst is the number of requests that are sent at once.',
};

/**
 * @param {(kind: string) => object[]} partsOf gets the parts of a kind
 * @returns {object | null} the kind of the parts that have a size each, these parts, the path of the size in a part,
 * and the texts for both; null when the run has a single size
 */
export function findSizes(partsOf) {
  const [bursts, windows] = ['burst', 'window'].map(partsOf);
  if (bursts.length > 1) return { kind: 'burst', entries: bursts, sizePath: ['requests'], ...BURSTS };
  const rates = windows.map(({ model }) => model.rate_per_s).filter(rate => rate !== null);
  return new Set(rates).size > 1
    ? { kind: 'window', entries: windows, sizePath: ['model', 'rate_per_s'], ...RATES } : null;
}
