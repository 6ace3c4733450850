// The recorded acts of the talk, each on a page that plays it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, STUDIES } from '../../web/build/files.js';

/** The page that lists the acts. The site has it, and the repository does not. */
export const TALK = 'docs/talk/recordings/README.md';

const FOLDER = 'docs/talk/recordings';

/**
 * Writes a page for each recorded act into the site.
 * @returns {{page: string, count: number}} a page that lists all acts with their findings, as Markdown, and the number
 * of acts that can be played
 */
export function writeActs(output) {
  const acts = JSON.parse(execFileSync('dotnet', [STUDIES, 'talk', '--list'], { encoding: 'utf8' }));
  const player = readFileSync(join(ROOT, 'show/web/dist/live.html'), 'utf8');
  mkdirSync(join(output, FOLDER), { recursive: true });
  const rows = acts.map(({ name, file, finding }) => {
    const recording = `${FOLDER}/${name}.events.ndjson`;
    const isRecorded = isPlayed({ file, finding });
    if (isRecorded) writeFileSync(join(output, FOLDER, `${name}.html`), play(player, recording));
    const board = file.board ? `#board=${encodeURIComponent(JSON.stringify(file.board))}` : '';
    const title = isRecorded ? `[${file.title}](${name}.html${board})` : file.title;
    return `| ${title} | ${file.question} | ${finding?.text ?? ''} |`;
  });
  const page = ['# Play the talk', '',
    'Each act plays as it was recorded. [The talk](../../talk.md) shows them live.', '',
    '| act | question | finding |', '|---|---|---|', ...rows, ''].join('\n');
  return { page, count: acts.filter(isPlayed).length };
}

/** Whether an act has a recording. One that runs nothing has none. */
const isPlayed = ({ file, finding }) => file.load !== null && finding !== null;

/** The page that plays a recording. The site has no report of it. */
function play(player, path) {
  const events = readFileSync(join(ROOT, path), 'utf8').replace(/"report":"[^"]*"/g, '"report":null');
  return player.replace('<!--recording-->', () => events.replaceAll('<', '\\u003c'));
}
