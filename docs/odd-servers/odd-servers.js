// Sends load with each installed load tool to each odd server, compares what the tool says with what the server did,
// and writes docs/odd-servers.md, and all cells to all-servers.tsv. In the argument: a part of the names of servers,
// which are then only shown.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Account } from './accounts.js';
import { HTTP1, Http1Connection } from './http1.js';
import { HTTP2, Http2Connection } from './http2.js';
import { CONNECTIONS, REQUESTS, TOOLS, runTool } from './tools.js';

const PAGE = new URL('../odd-servers.md', import.meta.url);
const ALL = new URL('all-servers.tsv', import.meta.url);
/** A time that is so many times the planted one is not that of the server. */
const MUCH_LONGER = 3;

/** How a report can differ from what the server did, and the count of the server that shows it. */
const LIES = {
  broken: ['counts broken responses as responses', ({ responses }) => `whole: ${format(responses)}`],
  invented: ['counts more responses than there were requests', ({ requests }) => `requests: ${format(requests)}`],
  lost: ['counts responses as errors, or not at all', ({ responses }) => `whole: ${format(responses)}`],
  hidden: ['sends requests that it does not report', ({ requests }) => `requests: ${format(requests)}`],
  reused: ['goes on with a connection that has to end', ({ connections }) => `connections: ${format(connections)}`],
  queue: ['calls its own queue the time of the server', (_, __, { serviceMs }) => `planted: ${serviceMs} ms`],
  endless: ['crashes, or does not end in 10 s', ({ responses }) => `whole: ${format(responses)}`],
  silent: ['ends without a report', ({ responses }) => `whole: ${format(responses)}`],
};

const PROTOCOLS = [
  { title: 'HTTP/1.1', servers: HTTP1, Connection: Http1Connection, tools: ['hey', 'wrk', 'ab', 'h2load', 'load'] },
  { title: 'HTTP/2', servers: HTTP2, Connection: Http2Connection, tools: ['h2load', 'load'], isHttp2: true },
];

const installed = Object.entries(TOOLS).map(([name, tool]) => ({ name, version: tool.version() }))
  .filter(({ version }) => version);
const only = process.argv[2];
const tables = [];
for (const { title, servers, Connection, tools, isHttp2 } of PROTOCOLS) {
  const names = installed.map(({ name }) => name).filter(name => tools.includes(name));
  const rows = [];
  for (const oddity of servers.filter(({ name }) => !only || name.includes(only))) {
    const cells = [];
    for (const name of names) cells.push(await measure(TOOLS[name], { ...oddity, isHttp2 }, Connection));
    rows.push({ oddity, cells });
    console.log([oddity.name, ...cells.map((cell, i) => `${names[i]}: ${show(cell)}`)].join('\n  '));
  }
  tables.push({ title, names, rows });
}
if (!only) {
  writeFileSync(PAGE, writePage());
  writeFileSync(ALL, writeAll());
}

/** Runs a tool against a server. */
async function measure(tool, oddity, Connection) {
  if (tool.isHttp10 && oddity.isOnly11) return null;
  const account = new Account();
  const sockets = new Set();
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket);
    socket.on('end', () => socket.end());
    oddity.serve(new Connection(socket, account));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const folder = mkdtempSync(join(tmpdir(), 'odd-servers-'));
  const { report, end } = await runTool(tool, `http://127.0.0.1:${server.address().port}/`, oddity, folder);
  rmSync(folder, { recursive: true });
  for (const socket of sockets) socket.destroy();
  server.close();
  return { oddity, account, report, end, lie: judge(oddity, account, report, end, tool.tolerance ?? 0) };
}

/** Compares a report with what the server did: the key of a lie, or undefined. */
function judge(oddity, account, report, end, tolerance) {
  if (end) return 'endless';
  // A tool that stops at an error has not called it a response.
  if (!report) return account.responses > 0 ? 'silent' : undefined;
  const [responses, errors] = [sum(report.statuses), sum(report.errors)];
  const isResponse = oddity.outcome === 'response' && !oddity.losesRequests;
  if (responses > account.responses + account.disputed) return responses > account.requests ? 'invented' : 'broken';
  const reported = responses + errors + (report.announced ?? 0);
  if (account.requests > reported + tolerance || reported === 0) return 'hidden';
  if (responses < account.responses - tolerance || isResponse && errors > tolerance) return 'lost';
  if (oddity.connectionEach && account.connections < account.requests) return 'reused';
  if (oddity.serviceMs && report.serviceMs > MUCH_LONGER * oddity.serviceMs) return 'queue';
}

/** What a tool says, with the count of the server if the two differ. */
function show(cell) {
  if (cell === null) return '–';
  const { oddity, account, report, end, lie } = cell;
  const counts = Object.entries({ ...report?.statuses, ...report?.errors, 'sent again': report?.announced ?? 0 });
  const said = counts.filter(([, count]) => count > 0).map(([word, count]) => `${format(count)} × ${word}`).join(', ');
  const times = report?.serviceMs && oddity.serviceMs ? `, ${Math.round(report.serviceMs)} ms each` : '';
  const words = end ?? (report ? said + times || 'nothing' : 'stops');
  return lie ? `**${words}** (${LIES[lie][1](account, report, oddity)})` : words;
}

function writePage() {
  const versions = installed.map(({ name, version }) => `${name} ${version}`).join(', ');
  const all = tables.flatMap(({ names, rows }) => rows.flatMap(({ cells }) =>
    cells.map((cell, i) => ({ name: names[i], cell })).filter(({ cell }) => cell)));
  const count = (name, test) => all.filter(one => one.name === name && test(one.cell.lie)).length;
  const tools = installed.map(({ name }) => name);
  const summary = [
    ['servers tried', name => count(name, () => true)],
    ['right', name => count(name, lie => !lie)],
    ...Object.entries(LIES).map(([key, [title]]) => [title, name => count(name, lie => lie === key)]),
  ];
  const odd = tables.flatMap(({ rows }) => rows.slice(1)).length;
  return [
    '# Which load tool is wrong about which server',
    `${tools.length} load tools sent requests to ${odd + tables.length} servers. ${odd} of these bend or break HTTP/1.1 or `
      + 'HTTP/2, each in one way, or do something rare; the others do nothing odd. Each server counted what it read and '
      + 'answered. The table counts the servers about which a tool\'s report was right or wrong. `load` is the tool '
      + 'of this repository.',
    table(['', ...tools], summary.map(([title, read]) => [title, ...tools.map(read)])),
    'To repeat this, you need Node.js and the tools; a tool that is not installed has no column:',
    '```sh\nmake odd-servers\n```',
    `Each tool sends ${REQUESTS} requests over ${CONNECTIONS} connections, and waits at most 2 s for each response. wrk `
      + 'has no number of requests, and sends for 1 s. ab speaks HTTP/1.0, so it is not tried on servers that need a '
      + `later version. The versions are ${versions}. The servers run on Node.js ${process.version.slice(1)}.`,
    '[All servers](odd-servers/all-servers.tsv) are listed with what each tool reports about them. A report is between '
      + '`**` where the server contradicts it; the server\'s own count follows in brackets: the *requests* that it read, '
      + 'the responses that it sent *whole*, or its *connections*. The column *right* is what the RFC makes of the '
      + 'answers: a response, an error, or either. *Stops* means that the tool ended with a message and without a report, '
      + 'which is wrong only if there were responses to report.',
  ].join('\n\n') + '\n';
}

/** All servers with all cells, separated by tabs. */
function writeAll() {
  const names = installed.map(({ name }) => name);
  const head = ['protocol', 'server', 'RFC', 'right', ...names];
  const rows = tables.flatMap(({ title, names: used, rows: all }) => all.map(({ oddity, cells }) => {
    const shown = Object.fromEntries(used.map((name, i) => [name, show(cells[i])]));
    return [title, oddity.name, oddity.rfc, outcome(oddity), ...names.map(name => shown[name] ?? '')];
  }));
  return [head, ...rows].map(row => row.join('\t')).join('\n') + '\n';
}

function outcome(oddity) { return oddity.outcome === 'mixed' ? 'response' : oddity.outcome; }

function table(head, rows) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function sum(counts) { return Object.values(counts).reduce((total, count) => total + Number(count), 0); }

function format(count) { return Number(count).toLocaleString('en'); }
