// Tables of the phases of the requests (connect, TLS, first byte and body), and of the reasons why requests failed.
import { formatCount, formatNumber } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { allSeries, ranked, valueAt } from './data.js';
import { scrollable, section } from './section.js';
import { nameLabel, seriesTable, table, valueCell } from './table.js';

const PHASES = [
  ['connect', 'connect'], ['TLS', 'tls'], ['first byte', 'ttfb'], ['body', 'body'],
];

const textCell = path => markup`<td class="text" data-path="${path.join('.')}">${valueAt(path)}</td>`;

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

/** A row for each cause of a transport error; nothing if there were none. */
export function failuresTable() {
  const rows = allSeries.flatMap(series => (series.variant.failures ?? []).flatMap((failure, i) =>
    failure.messages.map((_, j) => ({ series, path: [...series.path, 'failures', i], j }))));
  return rows.length > 0 && scrollable('Causes of transport errors', table(
    [allSeries.length > 1 ? 'Variant' : 'Run', 'transport error', 'requests', 'cause', 'what to do'],
    rows.map(({ series, path, j }) => [
      markup`<th scope="row" data-v="${series.index}">${nameLabel(series)}</th>`,
      textCell([...path, 'kind']),
      valueCell([...path, 'messages', j, 'count'], formatCount),
      textCell([...path, 'messages', j, 'text']), textCell([...path, 'advice']),
    ])));
}
