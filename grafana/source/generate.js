// The script of `npm run generate`, which writes dashboards/*.json. A test fails if the files are out of date.
import { writeFileSync } from 'node:fs';
import { dashboards, fileOf, textOf } from './dashboards.js';

for (const board of dashboards) writeFileSync(fileOf(board), textOf(board));
