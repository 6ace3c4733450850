// All dashboards, from the overview to the details.
import { overview } from './overview.js';
import { strategies } from './strategies.js';
import { runtime } from './runtime.js';
import { connections } from './connections.js';
import { ingestion } from './ingestion.js';

export const dashboards = [overview, strategies, runtime, connections, ingestion];
