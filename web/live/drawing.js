// Decides when the live page is drawn: after an event, at most once per frame, and never while the page is hidden. A
// thumbnail is drawn once a second, because the run that it shows is measured on the same computer.
import { isBoard } from './board-readings.js';
import { drawBoard } from './board.js';
import { drawCurrentTrial } from './current-trial.js';
import { isInTalk, isThumbnail } from './dom.js';
import { drawHeader } from './header.js';
import { drawProgress } from './progress.js';
import { drawStageRibbon, drawStageThroughput } from './stage.js';
import { drawStandings } from './standings.js';
import { isComparison, isStage, state } from './state.js';
import { drawThroughput } from './throughput.js';
import { drawCpuTimeline } from './timeline-cpu.js';
import { drawLatencyTimeline } from './timeline-latency.js';
import { drawThreadsTimeline } from './timeline-threads.js';

/** Milliseconds between two drawings of a thumbnail. */
const THUMBNAIL_INTERVAL = 1000;

let isFrozen = false;
let isScheduled = false;

export function scheduleDrawing() {
  if (isScheduled) return;
  isScheduled = true;
  if (isThumbnail()) setTimeout(draw, THUMBNAIL_INTERVAL);
  else requestAnimationFrame(draw);
}

export function draw() {
  isScheduled = false;
  if (document.hidden) return;
  document.documentElement.classList.toggle('lost', state.connection === 'lost' && !state.end);
  document.documentElement.classList.toggle('single', !isComparison() && !isStage());
  document.documentElement.classList.toggle('board', isBoard());
  drawHeader();
  if (!state.run || isFrozen) return;
  (isStage() ? drawStageRibbon : drawProgress)();
  if (isBoard()) return drawBoard();
  drawCurrentTrial();
  (isStage() ? drawStageThroughput : drawThroughput)();
  drawStandings();
  if (isInTalk()) return;
  drawLatencyTimeline();
  drawCpuTimeline();
  drawThreadsTimeline();
}

/** @returns {boolean} whether the page is frozen now */
export function toggleFrozen() {
  isFrozen = !isFrozen;
  if (!isFrozen) scheduleDrawing();
  return isFrozen;
}

export function redrawOnChange() {
  addEventListener('resize', scheduleDrawing);
  document.addEventListener('themechange', scheduleDrawing);
  document.addEventListener('visibilitychange', scheduleDrawing);
  document.fonts?.ready.then(scheduleDrawing);
}
