// The peer of the front-end in Node: it serves GET /api/customer/{id}, a customer with its orders, from 1 + N calls to
// the back-end, with Node's own modules only. docs/peers.md compares both.
import cluster from 'node:cluster';
import http from 'node:http';
import os from 'node:os';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    backend: { type: 'string', default: 'http://127.0.0.1:5101' },
    listen: { type: 'string', default: '127.0.0.1:5121' },
    'timeout-ms': { type: 'string', default: '10000' },
    cluster: { type: 'boolean', default: false },
  },
});
const backend = new URL(options.backend);
// Node 19 and later keep connections alive by default, and Node 18 only if the agent says so.
const agent = new http.Agent({ keepAlive: true });

/** A request that cannot be answered with 200. */
class Failure extends Error {
  constructor(status) {
    super(http.STATUS_CODES[status]);
    this.status = status;
  }
}

/** The calls for one request, one after the other. The last one ends if the caller leaves or waits too long. */
class Calls {
  constructor(caller) {
    caller.on('close', () => this.end(new Failure(502)));
    this.timer = setTimeout(() => this.end(new Failure(504)), Number(options['timeout-ms']));
  }

  get(path) {
    return new Promise((resolve, reject) => {
      if (this.failure) throw this.failure;
      const refuse = error => reject(this.failure ?? new Failure(error.status ?? 502));
      this.call = http.get({ host: backend.hostname, port: backend.port, path, agent }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', part => { text += part; }).on('error', refuse).on('end', () => {
          this.call = undefined; // Its connection is free for others.
          if (response.statusCode === 200) resolve(text);
          else refuse(new Failure(response.statusCode === 404 ? 404 : 502));
        });
      }).on('error', refuse);
    });
  }

  end(failure) {
    clearTimeout(this.timer);
    this.failure ??= failure;
    this.call?.destroy(failure);
  }
}

/**
 * Parses each document, and checks that it is the one that was requested. The texts of the documents are passed on,
 * because a number of JavaScript would lose the last zero of 12.50.
 */
async function aggregate(id, calls) {
  const path = `/api/customer/${id}`;
  const text = await calls.get(path);
  const customer = JSON.parse(text);
  const orders = [];
  for (const orderId of customer.orderIds) {
    const order = await calls.get(`${path}/order/${orderId}`);
    const { id: ownId, customerId } = JSON.parse(order);
    if (ownId !== orderId || customerId !== customer.id) throw new Failure(502);
    orders.push(order);
  }
  return `${text.slice(0, text.lastIndexOf('"orderIds":'))}"orders":[${orders.join(',')}]}`;
}

async function serve(request, response) {
  const path = request.url.split('?')[0];
  if (path === '/health/ready') return response.end('Healthy');
  const calls = new Calls(response);
  try {
    const id = /^\/api\/customer\/(\d{1,9})$/.exec(path)?.[1];
    if (!id) throw new Failure(404);
    send(response, 200, 'application/json; charset=utf-8', await aggregate(id, calls));
  } catch (error) {
    const status = error.status ?? 502;
    send(response, status, 'application/problem+json', JSON.stringify({ title: http.STATUS_CODES[status], status }));
  }
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

if (options.cluster && cluster.isPrimary) {
  for (let worker = 0; worker < os.cpus().length; worker++) cluster.fork();
} else {
  const [host, port] = options.listen.split(':');
  const server = http.createServer(serve).listen({ host, port: Number(port) }, () => {
    const address = `http://${host}:${server.address().port}`;
    console.log(JSON.stringify({ Message: `Now listening on: ${address}`, State: { address } }));
  });
}
