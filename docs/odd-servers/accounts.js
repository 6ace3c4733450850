// What a server did in one run, as it saw it itself.

/** The numbers of one run of one tool against one server. */
export class Account {
  connections = 0;
  /** Requests that were read completely, except those that the server disclaimed (GOAWAY, REFUSED_STREAM). */
  requests = 0;
  /** Whole responses that, by RFC 9110 to 9113, are one each. */
  responses = 0;
  /** Responses that a client may count, or call an error. */
  disputed = 0;

  /**
   * Counts the answer to a request.
   * @param {'response'|'error'|'either'} outcome what the RFC makes of it
   */
  answered(outcome) {
    if (outcome === 'response') this.responses++;
    if (outcome === 'either') this.disputed++;
  }
}

/** A promise that is resolved from outside. */
export function signal() {
  let resolve;
  const promise = new Promise(done => { resolve = done; });
  return { promise, resolve };
}

export const pause = ms => new Promise(done => setTimeout(done, ms));

/** The bytes that a socket received, to be taken in parts. */
class Inbox {
  #bytes = Buffer.alloc(0);
  #arrived = signal();
  #ended = false;

  constructor(socket) {
    socket.on('data', part => {
      this.#bytes = Buffer.concat([this.#bytes, part]);
      this.#wake();
    });
    socket.on('close', () => this.#end());
    socket.on('end', () => this.#end());
    socket.on('error', () => this.#end());
  }

  /** Takes the bytes up to and including a mark; null if the connection ends before. */
  async takeUntil(mark) {
    for (;;) {
      const end = this.#bytes.indexOf(mark);
      if (end >= 0) return this.#take(end + mark.length);
      if (!await this.#more()) return null;
    }
  }

  /** Takes a number of bytes; null if the connection ends before. */
  async take(count) {
    while (this.#bytes.length < count) {
      if (!await this.#more()) return null;
    }
    return this.#take(count);
  }

  #take(count) {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  async #more() {
    if (this.#ended) return false;
    await this.#arrived.promise;
    return true;
  }

  #end() {
    this.#ended = true;
    this.#wake();
  }

  #wake() {
    this.#arrived.resolve();
    this.#arrived = signal();
  }
}

/** A connection of a server, which the account counts. */
export class Connection {
  constructor(socket, account) {
    this.socket = socket;
    this.account = account;
    this.inbox = new Inbox(socket);
    account.connections++;
    socket.setNoDelay(true);
  }
}
