// Servers that bend or break HTTP/1.1, made of sockets.
import { Connection, pause } from './accounts.js';

const LENGTH_2 = 'Content-Length: 2\r\n\r\nok';
const OK = `HTTP/1.1 200 OK\r\n${LENGTH_2}`;
const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n`;
/** Each request lasts until the client gives up, so a few are enough. */
const FEW = { requests: 4 };

/** A server must not send this to a client of HTTP/1.0, such as ab. */
const ONLY_1_1 = { isOnly11: true };

/**
 * A server with one response: what it does, the section of the RFC, what the RFC makes of the response, and the text.
 * |close and |reset at the end of the text are how the server then ends the connection. It stays open otherwise.
 */
const response = (name, rfc, outcome, text, options = {}) => {
  const [answer, end] = text.split('|');
  return {
    name, rfc, outcome, ...options,
    async serve(connection) {
      while (await connection.readRequest()) {
        connection.account.answered(outcome);
        await connection.send(answer);
        if (end) return connection[end]();
      }
    },
  };
};

/** A server with a program of its own. */
const program = (name, rfc, outcome, serve, options = {}) => ({ name, rfc, outcome, serve, ...options });

/** A server that treats its requests by their number on the connection, from 1. */
const numbered = (name, rfc, outcome, answer, options = {}) => program(name, rfc, outcome, async connection => {
  for (let number = 1; await connection.readRequest(); number++) {
    if (await answer(connection, number) === 'ended') return;
  }
}, options);

const answerOk = connection => {
  connection.account.answered('response');
  return connection.send(OK);
};

const answerOkSlowly = async connection => {
  connection.account.answered('response');
  for (const character of connection.adapt(OK)) {
    await connection.send(character);
    await pause(1);
  }
};

export const HTTP1 = [
  // A yardstick for the others.
  response('nothing odd', '9112 6.3', 'response', OK),
  numbered('every 10th response is a 500', '9110 15.6.1', 'response', (connection, number) => {
    if (number % 10 !== 0) return answerOk(connection);
    connection.account.answered('response');
    return connection.send(`HTTP/1.1 500 Oops\r\n${LENGTH_2}`);
  }),
  numbered('bodies of 2 and of 4 bytes by turns', '9110 8.6', 'response', (connection, number) => {
    if (number % 2 === 1) return answerOk(connection);
    connection.account.answered('response');
    return connection.send(`${HEAD}Content-Length: 4\r\n\r\nokok`);
  }),
  response('a redirect to itself', '9110 15.4', 'response',
    'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),

  // How long a body is.
  response('Content-Length twice, equal', '9110 8.6', 'either', `${HEAD}Content-Length: 2\r\n${LENGTH_2}`),
  response('Content-Length 7, then 2', '9112 6.3', 'error', `${HEAD}Content-Length: 7\r\n${LENGTH_2}`),
  response('Content-Length 2, then 7', '9112 6.3', 'error', `${HEAD}Content-Length: 2\r\nContent-Length: 7\r\n\r\nok`),
  response('a list of equal lengths', '9110 8.6', 'either', `${HEAD}Content-Length: 2, 2\r\n\r\nok`),
  response('a length that is no number', '9112 6.3', 'error', `${HEAD}Content-Length: two\r\n\r\nok`),
  response('a negative length', '9112 6.3', 'error', `${HEAD}Content-Length: -2\r\n\r\nok`),
  response('a length of 2^64 + 2', '9112 6.3', 'error', `${HEAD}Content-Length: 18446744073709551618\r\n\r\nok`),
  response('half a body, then the end', '9112 8', 'error', `${HEAD}Content-Length: 4\r\n\r\nok|close`),
  response('half a body, then a reset', '9112 8', 'error', `${HEAD}Content-Length: 4\r\n\r\nok|reset`),
  response('a body until the end, no length', '9112 6.3', 'response', `${HEAD}\r\nok|close`),
  response('a body until a reset, no length', '9112 8', 'error', `${HEAD}\r\nok|reset`),
  response('Transfer-Encoding: gzip, until the end', '9112 6.3', 'response',
    `${HEAD}Transfer-Encoding: gzip\r\n\r\nok|close`, ONLY_1_1),
  response('a body that is not gzip, but says so', '9110 8.4', 'either',
    `${HEAD}Content-Encoding: gzip\r\n${LENGTH_2}`),

  // Chunks.
  response('chunks and a length', '9112 6.3', 'either',
    `${CHUNKED}Content-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n`, ONLY_1_1),
  response('chunks with extensions and trailers', '9112 7.1', 'response',
    `${CHUNKED}\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nA: b\r\nC: d\r\n\r\n`, ONLY_1_1),
  response('1,000 chunks of one byte', '9112 7.1', 'response',
    `${CHUNKED}\r\n${'1\r\nx\r\n'.repeat(1000)}0\r\n\r\n`, ONLY_1_1),
  response('a chunk size that is no number', '9112 7.1', 'error', `${CHUNKED}\r\nxyz\r\nok\r\n0\r\n\r\n`, ONLY_1_1),
  response('a chunk longer than its size', '9112 7.1', 'error', `${CHUNKED}\r\n1\r\nok\r\n0\r\n\r\n`, ONLY_1_1),
  response('a chunk size of 2^64 + 2', '9112 7.1', 'error',
    `${CHUNKED}\r\n10000000000000002\r\nok\r\n0\r\n\r\n`, ONLY_1_1),
  response('chunks without the last, then the end', '9112 8', 'error', `${CHUNKED}\r\n2\r\nok\r\n|close`, ONLY_1_1),

  // Responses without a body, and bytes that belong to none.
  response('204', '9110 15.3.5', 'response', 'HTTP/1.1 204 No Content\r\n\r\n'),
  response('bytes after a 204', '9112 6.3', 'response', 'HTTP/1.1 204 No Content\r\n\r\nbody'),
  response('304 with a length', '9112 6.3', 'response', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n'),
  response('HEAD with a length', '9112 6.3', 'response', `${HEAD}Content-Length: 2\r\n\r\n`, { method: 'HEAD' }),
  response('two responses to a request', '9112 9.2', 'response', OK + OK),

  // Interim responses.
  response('100 before 200', '9110 15.2', 'response', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, ONLY_1_1),
  response('103 before 200', '8297 2', 'response', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`, ONLY_1_1),
  response('200 times 103 before 200', '9110 15.2', 'either',
    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200) + OK, ONLY_1_1),
  response('103, then the end', '9110 15.2', 'error', 'HTTP/1.1 103 Early Hints\r\n\r\n|close', ONLY_1_1),
  response('100, then nothing', '9110 15.2', 'error', 'HTTP/1.1 100 Continue\r\n\r\n', { ...ONLY_1_1, ...FEW }),
  response('101 that nobody asked for', '9110 15.2.2', 'either',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', ONLY_1_1),

  // The status line.
  response('no reason', '9112 4', 'response', `HTTP/1.1 200\r\n${LENGTH_2}`),
  response('status 999', '9110 15', 'either', `HTTP/1.1 999 Odd\r\n${LENGTH_2}`),
  response('status 20', '9112 4', 'error', `HTTP/1.1 20 OK\r\n${LENGTH_2}`),
  response('HTTP/1.0 with keep-alive', '9112 9.3', 'response',
    `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${LENGTH_2}`),
  response('HTTP/1.0, and stays open', '9112 9.3', 'response',
    `HTTP/1.0 200 OK\r\n${LENGTH_2}`, { connectionEach: true }),
  response('HTTP/0.9', '9112 4', 'error', 'hello|close'),
  response('an SSH server', '9112 4', 'error', 'SSH-2.0-OpenSSH_9.2\r\n'),
  response('a TLS server', '9112 4', 'error', '\x15\x03\x01\x00\x02\x02\x46|close'),

  // Header fields.
  response('only line feeds', '9112 2.2', 'either', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
  response('an empty line first', '9112 2.2', 'either', `\r\n${OK}`),
  response('a folded field', '9112 5.2', 'response', `${HEAD}A: b\r\n  c\r\n${LENGTH_2}`),
  response('a field without a colon', '9112 5', 'either', `${HEAD}whatever\r\n${LENGTH_2}`),
  response('a blank before the colon', '9112 5.1', 'either', `${HEAD}Content-Length : 2\r\n\r\nok`, FEW),
  response('a NUL in a field', '9110 5.5', 'either', `${HEAD}A: b\0c\r\n${LENGTH_2}`),
  response('a field of 60 kB', '9110 5.4', 'either', `${HEAD}A: ${'x'.repeat(60_000)}\r\n${LENGTH_2}`),
  response('2,000 fields', '9110 5.4', 'either', `${HEAD}${'A: b\r\n'.repeat(2000)}${LENGTH_2}`),
  response('half a head, then the end', '9112 8', 'error', 'HTTP/1.1 200 OK\r\nContent-Le|close'),
  numbered('a head that does not end', '9110 5.4', 'error', async connection => {
    await connection.send(HEAD);
    while (connection.isOpen) await connection.send(`A: ${'x'.repeat(60_000)}\r\n`);
  }),
  numbered('one byte at a time', '9112 2.2', 'response', answerOkSlowly),

  // Connections.
  program('a reset before the request', '9112 9.5', 'error', connection => connection.reset()),
  response('the end without a response', '9112 9.5', 'error', '|close'),
  response('a reset without a response', '9112 9.5', 'error', '|reset'),
  response('no response at all', '9112 9.5', 'error', '', FEW),
  response('closes after each response, unsaid', '9112 9.6', 'response', `${OK}|close`, { losesRequests: true }),
  response('says close, and stays open', '9112 9.6', 'response',
    `${HEAD}Connection: close\r\n${LENGTH_2}`, { connectionEach: true }),
  response('ignores the Connection: close of a request', '9112 9.6', 'response',
    OK, { connectionEach: true, noKeepAlive: true }),
  response('obeys the Connection: close, unsaid', '9112 9.6', 'response',
    `${OK}|close`, { connectionEach: true, noKeepAlive: true }),
  numbered('reads a 2nd request, and ends unanswered', '9110 9.2.2', 'error', (connection, number) => {
    if (number === 1) return answerOk(connection);
    connection.close();
    return 'ended';
  }),
  numbered('answers 10 requests, then none', '9112 9.5', 'error', (connection, number) =>
    number <= 10 ? answerOk(connection) : null),
  program('answers before the body, and reads no more', '9112 9.3', 'response', async connection => {
    if (await connection.inbox.takeUntil('\r\n\r\n') === null) return;
    connection.account.requests++;
    connection.account.answered('response');
    connection.socket.pause();
    await connection.send('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }, { body: 5_000_000 }),
];

/** A connection over which a server speaks HTTP/1.1. */
export class Http1Connection extends Connection {
  #keepsAlive = false;

  get isOpen() { return this.socket.writable; }

  async readRequest() {
    const head = await this.inbox.takeUntil('\r\n\r\n');
    if (head === null) return false;
    this.account.requests++;
    this.#keepsAlive = /HTTP\/1\.0\r\n[^]*Keep-Alive/i.test(head);
    return true;
  }

  /** Writes a text, one byte for each character, and waits until the socket has taken it. */
  send(text) {
    return new Promise(done => this.socket.write(Buffer.from(this.adapt(text), 'latin1'), () => done()));
  }

  /** A client of HTTP/1.0 is told that the connection stays open, if it asked: the server would be odd otherwise. */
  adapt(text) {
    return this.#keepsAlive
      ? text.replace(/(?<=^|\n)(HTTP\/1\.1 (?!1).*\r?\n)(?!Connection)/g, '$1Connection: keep-alive\r\n') : text;
  }

  close() { this.socket.end(); }

  reset() { this.socket.resetAndDestroy(); }
}
