// The report: a page with everything that was measured, drawn from the result file alone.
import { markup, render } from '../shared/markup.js';
import { seriesStyleSheet } from '../shared/series-styles.js';
import { initializeTheme, toggleTheme } from '../shared/theme.js';
import { drawCharts, redrawOnChange } from './charts.js';
import { checks } from './checks.js';
import { isInvalid, result } from './data.js';
import { $ } from './dom.js';
import { listenToSwitch } from './finding-bars.js';
import { listenToKeys } from './keys.js';
import { legend, listenToLegend } from './legend.js';
import { memory } from './memory.js';
import { pageHeader } from './page-header.js';
import { phases } from './phases.js';
import { showNextSlide, showPreviousSlide, showSlide, togglePresentation } from './presentation.js';
import { provenance } from './provenance.js';
import * as common from './sections-common.js';
import * as comparison from './sections-comparison.js';
import * as run from './sections-run.js';
import { invalidLabel, summary } from './summary.js';

document.head.appendChild(document.createElement('style')).textContent = seriesStyleSheet();
document.documentElement.classList.add('dims');
document.documentElement.classList.toggle('invalid', isInvalid);
initializeTheme();

const { latency, cost, outcomes } = common;
const SECTIONS = {
  compare: [comparison.comparison, latency, phases, comparison.parts, memory, outcomes],
  run: [run.bySize, run.overTime, latency, phases, run.parts, cost, outcomes],
};
const sections = SECTIONS[result.kind];

const root = document.body.appendChild(document.createElement('div'));
render(root, markup`<a class="skip" href="#summary">Skip to the summary</a>${pageHeader()}
  <main>${summary()}${legend() || invalidLabel()}${sections.map(section => section())}${checks()}${provenance()}</main>
  <footer>Created by load ${result.tool.version} from ${result.id}.
    This page contains all of its data and needs no network.</footer>
  <nav class="pager-bar" aria-label="Slides"><button id="previous">Previous</button><output class="pager"></output>
    <button id="next">Next</button></nav>`);

drawCharts();
redrawOnChange();
listenToKeys();
listenToLegend();
listenToSwitch();
$('#theme').onclick = toggleTheme;
$('#present').onclick = () => togglePresentation(true);
$('#previous').onclick = showPreviousSlide;
$('#next').onclick = showNextSlide;
$('#json')?.addEventListener('click', () => {
  const file = new Blob([$('#result').textContent], { type: 'application/json' });
  const link = document.createElement('a');
  Object.assign(link, { href: URL.createObjectURL(file), download: `${result.id}.json` }).click();
});

// The address can ask for a slide: ?slide=3.
const slide = Number(new URLSearchParams(location.search).get('slide'));
if (slide > 0) {
  togglePresentation(true);
  showSlide(slide - 1);
}
