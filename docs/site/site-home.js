// The home of the site: README.md, whose film is replaced by a stage that the visitor steers.
import { readFileSync } from 'node:fs';
import { markup } from '../../web/shared/markup.js';

/** The recording of the stage, made by make -C web recording. */
export const RECORDING = new URL('stage.events.ndjson', import.meta.url);

/**
 * @param {string} readme README.md as HTML
 * @param {{repository?: string, acts: number}} facts the address of the repository, and the number of acts to play
 * @returns {string} the text of the home, with the links of the repository
 */
export function renderHome(readme, { repository, acts }) {
  // In JSON, a < is always inside of a string. Escaped, it cannot close the element that contains the recording.
  const recording = readFileSync(RECORDING, 'utf8').replaceAll('<', '\\u003c');
  const stage = markup`<h1 class="asked">Press a number. The same JSON, read another way.</h1>
<p>A front-end reads a customer from a back-end over HTTP, under load. A line of code decides how. One of these ten is
far slower than the others: which?</p>
<noscript><p>The stage needs JavaScript.</p></noscript>
<section class="stage" aria-label="Recorded stage">
<strong class="shown-only" id="ribbon"></strong>
<div class="stage-figures"><p id="variant"></p><p class="stage-rate"><span id="rps"></span><br>requests per second</p>
<p id="summary"></p></div>
<div id="throughput"></div>
<div id="keys"></div>
</section>
<div class="said"><p id="sentence" role="status"></p><button id="pause">Pause</button></div>
<div class="ways"><code>git clone ${repository ?? '…'} testbed &amp;&amp; make -C testbed demo</code>
<span>your computer’s own figures in 5 minutes</span>
<a href="docs/talk/recordings/README.md">Play the talk (${acts} acts)</a>
<a href="docs/results/README.md">All reports</a></div>
`.text;
  const text = readme.replace(/<h1[^]*?<\/h1>\n/, '').replace(/<picture>[^]*?<\/picture>/, '');
  return `${stage}${text}<script id="recording" type="application/json">${recording}</script>\n`;
}
