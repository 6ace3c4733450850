// What the board shows of a recorded comparison, which was measured on a busy machine: do not quote its figures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseRecording } from '../../live/recording.js';
import { applyLine, resetState } from '../../live/state.js';

const FAILED = { number: 'failed', broken: 'connections' };

// The drawing needs the sizes of its elements and of a rem, and the fragment of the address.
const elements = new Map();
const createElement = () => ({
  clientWidth: 1800, clientHeight: 500, innerHTML: '', dataset: {}, style: { setProperty() {} },
  classList: { toggle() {} }, removeAttribute() {},
});
globalThis.document = {
  documentElement: {},
  getElementById: id => elements.get(id) ?? elements.set(id, createElement()).get(id),
};
globalThis.getComputedStyle = () => ({ fontSize: '20px' });
globalThis.location = { search: '', hash: `#board=${encodeURIComponent(JSON.stringify(FAILED))}` };
globalThis.matchMedia = () => ({ matches: true });

const { isBoard, parseBoard, readBoard, readFinalNumbers } = await import('../../live/board-readings.js');
const { drawBoard } = await import('../../live/board.js');

const events = parseRecording(readFileSync(new URL('../show/board.events.ndjson', import.meta.url), 'utf8'));

/** Applies the recording up to a time, and further events. */
function show(until, ...more) {
  resetState();
  for (const line of structuredClone([...events.filter(({ at }) => at <= until), ...more])) applyLine(line);
}

/** The recorded load at a time, shown later and with other readings of processes, and other figures. */
function loadAt(time, t, readings, changes = {}) {
  const { load } = structuredClone(events.find(event => event.load && event.at === time));
  for (const [name, reading] of Object.entries(readings)) Object.assign(load.processes[name], reading);
  return { t, load: { ...load, ...changes } };
}

const markup = id => document.getElementById(id).innerHTML.replace(/\s+/g, ' ');

/** The part of the picture with this name. */
const partOf = name => markup('board').split('<g data-part=').find(part => part.startsWith(`"${name}"`));

/** The texts of a part, without its marks. */
const textsOf = name => partOf(name).replace(/^[^>]*>|<[^>]*>/g, ' ').replace(/ +/g, ' ').trim();

const countMarks = (name, pattern = /class="mark[" ]/g) => [...partOf(name).matchAll(pattern)].length;

test('Board_ParsedFromTheFragment_IsWhatTheActAsksFor', () => {
  assert.deepEqual(parseBoard(location.hash), FAILED);
  assert.equal(parseBoard('#token=t'), null);
});

test('Board_ComparisonThatTheStageMakes_IsNotShown', () => {
  show(2);
  assert.equal(isBoard(), true);
  applyLine({ t: 2, show: { controls: true, service: 'back-end', state: 'running' } });
  assert.equal(isBoard(), false);
});

test('Board_EachPart_HasAsManyMarksAsItsReading', { timeout: 10_000 }, () => {
  show(4.143, loadAt(4.143, 4.15, { target: { active: 41, queue: 3 }, 'back-end': { active: 1 } }));
  drawBoard();
  assert.deepEqual(
    ['threads', 'connections', 'queue', 'services'].map(part => countMarks(part)), [11, 16, 3, 1]);
  assert.equal(countMarks('waiting'), 30, 'What is not on one of the 11 threads waits.');
  assert.equal(textsOf('waiting'), '30 waiting');
  assert.equal(textsOf('queue'), '3 in pool queue');
  assert.equal(textsOf('services'), '1 back-end back-end 1 934/s');
});

test('Board_ServicesWithoutCalls_HaveNoLines', () => {
  show(4.143, loadAt(4.143, 4.15, {}, { processes: { 'pod-1': { served: 90 }, 'pod-2': { served: 0 }, 'pod-3': {} } }));
  drawBoard();
  assert.equal(countMarks('services'), 3);
  assert.equal(countMarks('services', /class="link"/g), 1);
});

test('Board_MoreThanThereIsRoomFor_HasFewerMarksAndTheWholeCount', { timeout: 10_000 }, () => {
  show(7.3, loadAt(7.278, 7.29, { target: { active: 8009 } }));
  drawBoard();
  assert.equal(textsOf('waiting'), '7 984 waiting');
  assert.equal(textsOf('connections'), '600 connections');
  for (const [part, count] of [['waiting', 7984], ['connections', 600]]) {
    assert.ok(countMarks(part) > 10 && countMarks(part) < count, part);
  }
});

test('Board_RequestsFail_CrossesAreTheirShareOfTheCallers', { timeout: 10_000 }, () => {
  show(4.143);
  const { failedShare } = readBoard();
  assert.equal(failedShare, 41839 / 43684);
  drawBoard();
  assert.equal(countMarks('callers', /cross/g), Math.round(failedShare * countMarks('callers')));
  assert.equal(textsOf('callers'), '600 callers');
});

test('Board_AfterASwap_KeepsTheNumberOfTheOtherVariant', { timeout: 10_000 }, () => {
  show(4.143);
  assert.equal(readBoard().ghost.variant, 'no-limit');
  show(6.775);
  const { variant, sentence, number, ghost, isCounted } = readBoard();
  assert.deepEqual([variant, isCounted], ['no-limit', true]);
  assert.match(sentence, /No limit/);
  // 18 of the 9,728 requests of the trial before, 84 of 4,289 of this one, and 42,810 of 44,716 of the other variant
  assert.deepEqual([number, ghost], ['0.7 %', { variant: 'limit-of-16', number: '96 %' }]);
  drawBoard();
  assert.match(markup('board-number'), /0\.7 %.*of the requests fail.*96 %.*limit-of-16/);
  assert.deepEqual(readBoard({ number: 'good', broken: 'waiting' }).ghost.number, '634');
});

test('Board_WarmUp_ShowsItsNumberAsNotCounted', { timeout: 10_000 }, () => {
  show(5.177);
  assert.deepEqual([readBoard().number, readBoard().isCounted], ['0 %', false]);
  drawBoard();
  assert.match(markup('board-number'), /warming up, not counted/);
  assert.match(document.getElementById('board-number').className, /uncounted/);
});

test('Board_ReadingsOfTheOtherVariant_AreNotShownAfterASwap', { timeout: 10_000 }, () => {
  show(0.304);
  const { waiting, threads, connections, queue } = readBoard();
  assert.deepEqual([waiting, threads, connections, queue], [null, null, null, null]);
});

test('Board_ClearlyWorseVariant_HasColourInTheBrokenPartOnly', { timeout: 10_000 }, () => {
  const coloured = () => {
    drawBoard();
    return [...markup('board').matchAll(/data-part="([^"]*)" class="broken"/g)].map(([, part]) => part);
  };
  show(3.363);
  assert.deepEqual(coloured(), ['connections'], '97 % of the requests fail, and 0.2 % of the other variant.');
  assert.equal(readBoard({ number: 'failed', broken: 'back-ends' }).broken, 'services');
  show(6.775);
  assert.deepEqual(coloured(), [], 'The better variant has no colour.');
  resetState();
  for (const line of events.filter(({ sample, at }) => !sample && at <= 3.4)) applyLine(line);
  assert.deepEqual([coloured(), readBoard().ghost], [[], null], 'Nothing is worse than a number that is not known.');
  assert.equal(readBoard({ number: 'good', broken: 'waiting' }).broken, null);
});

test('Board_ProcessDoesNotAnswer_IsDashedAndSaysSo', { timeout: 10_000 }, () => {
  show(7.3, loadAt(7.278, 7.29, {}, { rps: 0, down: ['target', 'back-end'] }));
  drawBoard();
  assert.match(markup('board'), /does not answer/);
  assert.equal(textsOf('services'), '1 back-end back-end no answer');
  assert.equal(markup('board').split('machine down').length - 1, 2);
});

test('Board_ReadingFailsUnderTheLoad_SaysSoAndNotThatNothingIsAnswered', { timeout: 10_000 }, () => {
  const failed = { target: { threads: undefined, active: undefined }, 'back-end': { threads: 10 } };
  show(7.3, loadAt(7.278, 7.29, failed));
  const { silence, services: [service], waiting } = readBoard();
  assert.deepEqual([silence, service.silence, waiting], ['no reading', null, null]);
  show(4.4, loadAt(4.411, 4.42, {}, { processes: {} }));
  assert.equal(readBoard().silence, null, 'What has not been read yet has not failed.');
});

test('Board_End_HasTheNumbersOfAllTrialsUnlessTheRunIsInvalid', { timeout: 10_000 }, () => {
  show(9);
  assert.deepEqual(readFinalNumbers(), []);
  show(8.329, { t: 8.329, end: { state: 'valid', path: 'x.json', headline: null } });
  assert.deepEqual(readFinalNumbers().map(({ name, number }) => [name, number]),
    // 103 of 19,985 requests
    [['no-limit', '0.5 %'], ['limit-of-16', '96 %']]);
});
