// In the order of the links: from the whole to the parts.
import { overview } from './overview.js';
import { strategies } from './strategies.js';
import { runtime } from './runtime.js';
import { connections } from './connections.js';
import { ingestion } from './ingestion.js';

export const dashboards = [overview, strategies, runtime, connections, ingestion];
