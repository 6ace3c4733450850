// node film.js run.events.ndjson film THEME: writes a moving picture of a recorded comparison, film.webp, and its
// last frame, film-still.webp, in the light or the dark theme. The programs img2webp and cwebp write them.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFolder } from '../../../web/build/files.js';
import { launchChromium } from '../../../web/build/packages.js';
import { parseRecording } from '../live/recording.js';
import { chooseFrames } from './frames.js';

const SIZE = { width: 960, height: 600 };

/** The largest size of a moving picture at the top of a page, in bytes. */
const LARGEST = 1_500_000;

// Larger type than in a room, because the picture is small; and of the controls only the ribbon and the time.
const STYLE = `html { font-size: 12.5px } h2 { font-size: 1.1rem; white-space: nowrap }
  footer button, #summary a { display: none }`;

const [recording, picture, theme] = process.argv.slice(2);
const text = readFileSync(recording, 'utf8');
const frames = chooseFrames(parseRecording(text));
const folder = createFolder();
const files = await takeFrames();
const shown = files.flatMap((file, i) => ['-d', String(frames[i].duration), file]);
execFileSync('img2webp', ['-loop', '0', '-min_size', ...shown, '-o', `${picture}.webp`], { stdio: 'ignore' });
execFileSync('cwebp', ['-quiet', '-lossless', '-z', '9', files.at(-1), '-o', `${picture}-still.webp`]);
const { size } = statSync(`${picture}.webp`);
console.log(`  ${picture}.webp  ${frames.length} frames, ${Math.round(size / 1000)} kB`);
if (size > LARGEST) throw new Error(`The picture may have at most ${LARGEST / 1000} kB.`);

/** Plays the recording on the live page, and takes a picture of each moment. */
async function takeFrames() {
  const page = join(folder, 'film.html');
  const live = readFileSync(new URL('../dist/live.html', import.meta.url), 'utf8');
  writeFileSync(page, live.replace('<!--recording-->', () => text.replaceAll('<', '\\u003c')));
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' });
    await tab.goto(`${pathToFileURL(page)}?theme=${theme}`);
    await tab.addStyleTag({ content: STYLE });
    await tab.evaluate(() => document.fonts.ready);
    // Pauses the recording, whose scrubber then chooses the moments.
    await tab.evaluate(() => document.getElementById('play').click());
    const files = [];
    for (const [i, { at }] of frames.entries()) {
      await tab.evaluate(showMoment, at);
      files.push(join(folder, `${i}.png`));
      await tab.screenshot({ path: files.at(-1) });
    }
    return files;
  } finally {
    await browser.close();
  }
}

/** Shows a time of the recording, and waits until it is drawn. Runs in the page. */
function showMoment(at) {
  const scrubber = document.getElementById('scrubber');
  scrubber.value = at;
  scrubber.dispatchEvent(new Event('input'));
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}
