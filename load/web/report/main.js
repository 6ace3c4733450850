// The report: a page of what was measured, drawn from the result file alone.
import { fill, markup } from '../shared/markup.js';
import { slotStyle } from '../shared/series-styles.js';
import { startTheme, toggleTheme } from '../shared/theme.js';
import { drawAll, redrawOnChange } from './charts.js';
import { isBeside, isComparison, isInvalid, result, results } from './data.js';
import { $ } from './dom.js';
import { hero, stamp } from './summary.js';
import * as keys from './keys.js';
import * as legend from './legend.js';
import * as any from './sections-common.js';
import * as beside from './sections-side-by-side.js';
import * as comparison from './sections-comparison.js';
import * as run from './sections-run.js';
import { go, next, present, previous } from './presentation.js';
import { provenance } from './provenance.js';
import { top } from './page-header.js';

document.head.appendChild(document.createElement('style')).textContent = slotStyle();
document.documentElement.classList.add('dims');
document.documentElement.classList.toggle('invalid', isInvalid);
startTheme();

const SECTIONS = {
  compare: [comparison.compared, any.latency, comparison.rounds, any.cost, any.heat, any.came],
  run: [run.bySize, run.overTime, any.latency, any.heat, run.parts, any.cost, any.came],
  besideCompare: [beside.comparisons],
  besideRun: [beside.runs, any.latency, any.heat, any.cost, any.came],
};
const sections = SECTIONS[isBeside ? isComparison ? 'besideCompare' : 'besideRun' : result.kind];

const root = document.body.appendChild(document.createElement('div'));
fill(root, markup`<a class="skip" href="#finding">Skip to the finding</a>${top()}<main>${hero()}${legend.legend() || stamp()}${
  sections.map(one => one())}${provenance()}</main>
  <footer>Made by load ${result.tool.version} from ${results.map(({ id }) => id).join(', ')}. This page holds its data and needs no network.</footer>
  <nav class="pager-bar" aria-label="Slides"><button id="back">Back</button><output class="pager"></output><button id="on">Next</button></nav>`);

drawAll();
redrawOnChange();
keys.listen();
legend.listen();
$('#theme').onclick = toggleTheme;
$('#present').onclick = () => present(true);
$('#back').onclick = previous;
$('#on').onclick = next;
$('#json')?.addEventListener('click', () => {
  const file = new Blob([$('#result').textContent], { type: 'application/json' });
  Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: `${result.id}.json` }).click();
});

const slide = Number(new URLSearchParams(location.search).get('slide'));
if (slide > 0) {
  present(true);
  go(slide - 1);
}
