// The slowest requests of a traced run, with the ids under which the services have recorded their spans.
import { formatNumber } from '../../../web/shared/format.js';
import { markup } from '../../../web/shared/markup.js';
import { allSeries, isInvalid, valueAt } from './data.js';
import { scrollable, section } from './section.js';
import { table, valueCell } from './table.js';

const [{ path, variant }] = allSeries;
const traces = variant.traces ?? [];

/** Nothing for a run that was not traced. */
export function slowestRequests() {
  if (traces.length === 0) return null;
  const heading = isInvalid
    ? 'The slowest requests'
    : `The slowest request took ${formatNumber(traces[0].latency_ms)} ms`;
  return section('traces', heading, `The services have recorded the spans of each request under the id of its trace:
    what took how long. The program show draws them.`,
  scrollable('The slowest requests', requestsTable()));
}

const textCell = cellPath => markup`<td class="text" data-path="${cellPath.join('.')}">${valueAt(cellPath)}</td>`;

const requestsTable = () => table(['Request', 'Outcome', 'Latency, ms', 'Trace'], traces.map(({ request }, i) => {
  const tracePath = [...path, 'traces', i];
  return [
    markup`<th scope="row">${request}</th>`, textCell([...tracePath, 'outcome']),
    valueCell([...tracePath, 'latency_ms'], formatNumber), textCell([...tracePath, 'trace_id']),
  ];
}));
