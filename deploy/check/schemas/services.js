// Starts the built programs of this repository.
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = name => fileURLToPath(new URL(`../../../artifacts/bin/${name}/release/${name}.dll`, import.meta.url));

/** Starts a service on a free port. @returns {Promise<{ address: string, stop: () => void }>} */
export const start = (name, ...settings) => new Promise((resolve, reject) => {
  const service = spawn('dotnet', [program(name), '--urls', 'http://127.0.0.1:0', ...settings]);
  let log = '';
  const read = data => {
    log += data;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(log.split('listening').slice(1).join(''))?.[0];
    if (address) resolve({ address, stop: () => service.kill() });
  };
  service.stdout.on('data', read);
  service.stderr.on('data', read);
  service.on('exit', code => reject(new Error(`${name} exited with ${code}: ${log}`)));
});

/** Runs the load tool, which exits with 3 if the short run is not trusted. @returns {string} The output. */
export function load(...args) {
  try {
    return execFileSync('dotnet', [program('Load'), ...args], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (error.status === 3) return error.stdout;
    throw error;
  }
}
