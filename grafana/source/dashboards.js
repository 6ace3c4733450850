// All dashboards: the first page, then from the overview to the details. `npm run generate` writes their files.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { home } from './home.js';
import { room } from './room.js';
import { overview } from './overview.js';
import { strategies } from './strategies.js';
import { runtime } from './runtime.js';
import { connections } from './connections.js';
import { ingestion } from './ingestion.js';

export const dashboards = [home, room, overview, strategies, runtime, connections, ingestion];

export const fileOf = board => new URL(`../dashboards/${board.uid.replace('testbed-', '')}.json`, import.meta.url);

export const textOf = board => JSON.stringify(board, null, 2) + '\n';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const board of dashboards) writeFileSync(fileOf(board), textOf(board));
}
