// The HTTP servers of Node.js, as a program that prints its port, and the number of its requests when its input ends.
const { readFileSync } = require('node:fs');

const [name, certificate, key] = process.argv.slice(2);
const options = certificate ? { cert: readFileSync(certificate), key: readFileSync(key) } : {};
const create = { http: 'createServer', https: 'createServer', http2: 'createSecureServer' }[name];
let requests = 0;
const server = require(`node:${name}`)[create](options, (_, response) => {
  requests++;
  response.end('hello');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => {
  console.log(requests);
  process.exit();
});
