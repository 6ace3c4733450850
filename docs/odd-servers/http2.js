// Servers that bend or break HTTP/2, made of frames (without TLS: the client knows that the server speaks HTTP/2).
import { Connection } from './accounts.js';

const [DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION] =
  [0, 1, 3, 4, 5, 6, 7, 8, 9];
const [END_STREAM, ACK, END_HEADERS, PADDED] = [1, 1, 4, 8];
const [NO_ERROR, PROTOCOL_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL, ENHANCE_YOUR_CALM] = [0, 1, 2, 7, 8, 11];
const MAX_CONCURRENT_STREAMS = 3;
const PREFACE_LENGTH = 24;
const STATUS_200 = Buffer.from([0x88]);

const number32 = value => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Fields in the order given, as literals without an index and without Huffman codes. */
const fields = list => Buffer.concat(list.flatMap(([name, value]) =>
  [Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]));

const setting = (id, value) => Buffer.concat([Buffer.from([0, id]), number32(value)]);

/** A connection over which a server speaks HTTP/2. */
export class Http2Connection extends Connection {
  requests = 0;

  /** Reads frames, and calls a function with the stream of each request. */
  async serve({ settings = Buffer.alloc(0), answer }) {
    if (await this.inbox.take(PREFACE_LENGTH) === null) return;
    if (settings !== null) this.frame(SETTINGS, 0, 0, settings);
    for (;;) {
      const head = await this.inbox.take(9);
      if (head === null) return;
      const [type, flags, stream] = [head[3], head[4], head.readUInt32BE(5)];
      const payload = await this.inbox.take(head.readUIntBE(0, 3));
      if (type === SETTINGS && !(flags & ACK) && settings !== null) this.frame(SETTINGS, ACK, 0);
      if (type === PING && !(flags & ACK)) this.frame(PING, ACK, 0, payload);
      if (type === HEADERS && !this.isDraining) {
        this.requests++;
        this.account.requests++;
        answer(this, stream, this.requests);
      }
    }
  }

  frame(type, flags, stream, payload = Buffer.alloc(0)) {
    const length = Buffer.alloc(3);
    length.writeUIntBE(payload.length, 0, 3);
    if (this.socket.writable) {
      this.socket.write(Buffer.concat([length, Buffer.from([type, flags]), number32(stream), payload]));
    }
  }

  /** Sends the status 200 and other fields. */
  head(stream, list = [], flags = END_HEADERS) {
    this.frame(HEADERS, flags, stream, Buffer.concat([STATUS_200, fields(list)]));
  }

  body(stream, text, flags = END_STREAM) { this.frame(DATA, flags, stream, Buffer.from(text)); }

  /** A whole response. */
  ok(stream) {
    this.account.answered('response');
    this.head(stream, [['content-length', '2']]);
    this.body(stream, 'ok');
  }

  end(stream, code) { this.frame(RST_STREAM, 0, stream, number32(code)); }

  /** Refuses a request, which the client may therefore send again. */
  refuse(stream) {
    this.account.requests--;
    this.end(stream, REFUSED_STREAM);
  }

  goAway(last, code) {
    this.frame(GOAWAY, 0, 0, Buffer.concat([number32(last), number32(code)]));
    this.isDraining = true;
  }
}

/** A server that answers each request in one way, of which the RFC makes a response, an error or either. */
const server = (name, rfc, outcome, answer, options = {}) => ({
  name, rfc, outcome, ...options,
  serve: connection => connection.serve({
    settings: options.settings,
    answer: (_, stream, number) => {
      connection.account.answered(outcome);
      return answer(connection, stream, number);
    },
  }),
});

/** A server that answers most requests well, and counts for itself. */
const mixed = (name, rfc, answer, options = {}) => server(name, rfc, 'mixed', answer, options);

const everyTenth = code => (connection, stream, number) =>
  number % 10 === 0 ? connection.end(stream, code) : connection.ok(stream);

const whole = connection => (stream, list, text) => {
  connection.head(stream, list);
  connection.body(stream, text);
};

export const HTTP2 = [
  mixed('nothing odd', '9113 8.1', (connection, stream) => connection.ok(stream)),

  // Bodies and lengths.
  server('5 of 11 bytes, then END_STREAM', '9113 8.1.1', 'error', (connection, stream) =>
    whole(connection)(stream, [['content-length', '11']], 'hello')),
  server('5 bytes, and a length of 2', '9113 8.1.1', 'error', (connection, stream) =>
    whole(connection)(stream, [['content-length', '2']], 'hello')),
  server('no body, and a length of 2', '9113 8.1.1', 'error', (connection, stream) =>
    connection.head(stream, [['content-length', '2']], END_HEADERS | END_STREAM)),
  server('padded DATA', '9113 6.1', 'response', (connection, stream) => {
    connection.head(stream, [['content-length', '2']]);
    connection.frame(DATA, PADDED | END_STREAM, stream, Buffer.from([3, 0x6f, 0x6b, 0, 0, 0]));
  }),
  server('more padding than DATA', '9113 6.1', 'error', (connection, stream) => {
    connection.head(stream, []);
    connection.frame(DATA, PADDED | END_STREAM, stream, Buffer.from([9, 0x6f, 0x6b]));
  }),
  server('a body of 1,000 DATA frames', '9113 6.1', 'response', (connection, stream) => {
    connection.head(stream, []);
    for (let number = 1; number < 1000; number++) connection.body(stream, 'x', 0);
    connection.body(stream, 'x');
  }),
  server('a frame of 20 kB, above the limit', '9113 4.2', 'error', (connection, stream) =>
    whole(connection)(stream, [], 'x'.repeat(20_000))),
  server('DATA without a head', '9113 8.1', 'error', (connection, stream) => connection.body(stream, 'ok')),
  server('DATA of stream 0', '9113 6.1', 'error', connection => connection.body(0, 'ok')),

  // Heads.
  server('103 before 200', '9113 8.1', 'response', (connection, stream) => {
    connection.frame(HEADERS, END_HEADERS, stream, fields([[':status', '103']]));
    whole(connection)(stream, [], 'ok');
  }),
  server('trailers', '9113 8.1', 'response', (connection, stream) => {
    connection.head(stream, []);
    connection.body(stream, 'ok', 0);
    connection.frame(HEADERS, END_HEADERS | END_STREAM, stream, fields([['a', 'b']]));
  }),
  server('gRPC that failed (grpc-status 13)', 'gRPC', 'either', (connection, stream) => {
    connection.head(stream, [['content-type', 'application/grpc']]);
    connection.body(stream, '\0\0\0\0\0', 0);
    connection.frame(HEADERS, END_HEADERS | END_STREAM, stream, fields([['grpc-status', '13']]));
  }),
  server('a head in 5 CONTINUATION frames', '9113 6.10', 'response', (connection, stream) => {
    connection.frame(HEADERS, END_STREAM, stream, STATUS_200);
    for (let number = 1; number < 5; number++) connection.frame(CONTINUATION, 0, stream, fields([['a', 'b']]));
    connection.frame(CONTINUATION, END_HEADERS, stream, fields([['a', 'b']]));
  }),
  server('CONTINUATION without HEADERS', '9113 6.10', 'error', (connection, stream) =>
    connection.frame(CONTINUATION, END_HEADERS, stream, STATUS_200)),
  server('no :status', '9113 8.3.2', 'error', (connection, stream) => {
    connection.frame(HEADERS, END_HEADERS, stream, fields([['a', 'b']]));
    connection.body(stream, 'ok');
  }),
  server(':status twice', '9113 8.3', 'error', (connection, stream) =>
    whole(connection)(stream, [[':status', '200']], 'ok')),
  server('a field in capitals', '9113 8.2.1', 'error', (connection, stream) =>
    whole(connection)(stream, [['Odd', 'b']], 'ok')),
  server('a Connection field', '9113 8.2.2', 'error', (connection, stream) =>
    whole(connection)(stream, [['connection', 'close']], 'ok')),
  server('fields that cannot be decoded', '9113 4.3', 'error', (connection, stream) =>
    connection.frame(HEADERS, END_HEADERS | END_STREAM, stream, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]))),

  // Streams that end.
  mixed('every 10th: CANCEL', '9113 5.4.2', everyTenth(CANCEL)),
  mixed('every 10th: INTERNAL_ERROR', '9113 5.4.2', everyTenth(INTERNAL_ERROR)),
  mixed('every 10th: REFUSED_STREAM', '9113 8.7', (connection, stream, number) =>
    number % 10 === 0 ? connection.refuse(stream) : connection.ok(stream)),
  server('half a body, then CANCEL', '9113 8.1', 'error', (connection, stream) => {
    connection.head(stream, [['content-length', '4']]);
    connection.body(stream, 'ok', 0);
    connection.end(stream, CANCEL);
  }),
  mixed('a whole response, then NO_ERROR', '9113 8.1', (connection, stream) => {
    connection.ok(stream);
    connection.end(stream, NO_ERROR);
  }),
  server('a response that does not end', '9113 8.1', 'error', (connection, stream) => connection.head(stream, []),
    { requests: 4 }),

  // Connections.
  mixed('GOAWAY after 10 requests', '9113 6.8', (connection, stream, number) => {
    connection.ok(stream);
    if (number === 10) {
      connection.goAway(stream, NO_ERROR);
      setTimeout(() => connection.socket.end(), 50);
    }
  }, { streams: 4 }),
  server('GOAWAY ENHANCE_YOUR_CALM', '9113 6.8', 'error', (connection, stream) => {
    connection.goAway(stream, ENHANCE_YOUR_CALM);
    connection.socket.end();
  }),
  mixed('every 10th: the connection ends', '9113 9.1', (connection, stream, number) =>
    number === 10 ? connection.socket.end() : connection.ok(stream)),
  mixed('every 10th: the connection is reset', '9113 9.1', (connection, stream, number) =>
    number === 10 ? connection.socket.resetAndDestroy() : connection.ok(stream)),
  server('no SETTINGS', '9113 3.4', 'error', (connection, stream) => whole(connection)(stream, [], 'ok'),
    { settings: null }),
  server('PUSH_PROMISE that the client forbade', '9113 8.4', 'either', (connection, stream) => {
    connection.frame(PUSH_PROMISE, END_HEADERS, stream, Buffer.concat([number32(2), STATUS_200]));
    whole(connection)(stream, [], 'ok');
  }),
  server('a WINDOW_UPDATE of 0', '9113 6.9', 'error', (connection, stream) => {
    connection.frame(WINDOW_UPDATE, 0, stream, number32(0));
    whole(connection)(stream, [], 'ok');
  }),
  mixed('frames of an unknown kind', '9113 4.1', (connection, stream) => {
    connection.frame(0x42, 0xff, stream, Buffer.from('odd'));
    connection.ok(stream);
  }),
  mixed('100 PINGs before each response', '9113 6.7', (connection, stream) => {
    for (let number = 0; number < 100; number++) connection.frame(PING, 0, 0, Buffer.alloc(8));
    connection.ok(stream);
  }),
  mixed('stream limits of 1 and 100 by turns', '9113 6.5.2', (connection, stream, number) => {
    connection.frame(SETTINGS, 0, 0, setting(MAX_CONCURRENT_STREAMS, number % 2 === 0 ? 100 : 1));
    connection.ok(stream);
  }, { streams: 4 }),
  mixed('20 ms for each response, and a limit of 1 stream', '9113 5.1.2', (connection, stream) => {
    setTimeout(() => connection.ok(stream), 20);
  }, { streams: 10, settings: setting(MAX_CONCURRENT_STREAMS, 1), serviceMs: 20 }),
  server('PROTOCOL_ERROR for every stream', '9113 5.4.2', 'error', (connection, stream) =>
    connection.end(stream, PROTOCOL_ERROR)),
  {
    name: 'a server of HTTP/1.1', rfc: '9113 3.4', outcome: 'error',
    async serve(connection) {
      if (await connection.inbox.take(PREFACE_LENGTH) === null) return;
      connection.socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    },
  },
];
