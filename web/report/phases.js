// Tables of the phases of the requests (connect, TLS, first byte and body), and of the reasons why requests failed.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { allSeries, ranked, words } from './data.js';
import { scrollable, section } from './section.js';
import { seriesTable, table } from './table.js';

const PHASES = [
  ['connect', 'connect'], ['TLS', 'tls'], ['first byte', 'ttfb'], ['body', 'body'],
];

const isMeasured = phase => allSeries.some(({ variant }) => variant.timings?.[phase]);

/** The time of each phase of the requests; nothing for a result that has none. */
export function phases() {
  const measured = PHASES.filter(([, phase]) => isMeasured(phase));
  if (measured.length === 0) return null;
  const columns = measured.flatMap(([name, phase]) => [['mean', 'mean'], ['p50', 'p50'], ['p99', 'p99']]
    .map(([heading, key]) => [`${name} ${heading}`, ['timings', phase, key], formatNumber]));
  return section('phases', 'Phases of the requests',
    `In milliseconds. First byte: from the send to the first byte of the answer, with the opening of a connection if it
    needed one. Body: from the first to the last byte. Connect and TLS: for each connection that was opened.`,
    scrollable('Phases of the requests', seriesTable(
      [...columns, ['connections opened', ['timings', 'connections_opened'], formatCount]], ranked)));
}

/** Why requests got no complete response; nothing if all got one. */
export function failuresTable() {
  const [headings, ...rows] = words.failures;
  return rows.length > 0 && scrollable('Causes of transport errors', table(
    headings, rows.map(cells => cells.map(cell => markup`<td class="text worded">${cell}</td>`))));
}
