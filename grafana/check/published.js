// Compares the picture of the dashboard Ingestion with the published measurement: the CPU time of the front-end for a
// payload in Go, divided by that in .NET. A picture is of one start of each, and of one minute, so it may be a quarter
// beyond the published interval.
import { readFileSync } from 'node:fs';

const PICTURE = new URL('../../docs/dashboards/ingestion.json', import.meta.url);
const PUBLISHED = new URL('../../docs/results/heap-curve/20261122-1633-heap-curve-settings.json', import.meta.url);
const SETTING = 'go1.19.8 default';
const SCATTER = 1.25;

const read = file => JSON.parse(readFileSync(file, 'utf8'));

/** @returns {object} The values of the committed picture, by panel and series. */
export const readIngestion = () => read(PICTURE);

/** @returns {{low: number, high: number}} The published interval of the ratio. */
export const readPublished = () => read(PUBLISHED).results.find(({ name }) => name === SETTING).cpu_ratio;

/** @returns {string[]} A line if the picture contradicts the measurement. */
export function publishedFindings({ 'CPU per payload': { 'frontend-go': go, 'frontend-api': net } }, { low, high }) {
  const ratio = go.median / net.median;
  return ratio >= low / SCATTER && ratio <= high * SCATTER ? []
    : [`CPU per payload in Go divided by .NET: ${ratio.toPrecision(3)} in the picture, ${low} to ${high} published`];
}
