import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishedFindings, readIngestion, readPublished } from '../../check/published.js';

const picture = (net, go) => ({ 'CPU per payload': { 'frontend-api': { median: net }, 'frontend-go': { median: go } } });

test('The committed picture of the ingestion shows what is published', () =>
  assert.deepEqual(publishedFindings(readIngestion(), readPublished()), []));

// The picture of a cold start, which was published once: 2.19 ms in .NET, and 0.292 ms in Go.
test('Reported: a ratio of 7.5 in either direction', () => {
  for (const cold of [picture(0.00219, 0.000292), picture(0.000292, 0.00219)]) {
    assert.match(publishedFindings(cold, readPublished()).join(), /^CPU per payload in Go/);
  }
});

test('The published ratio itself: no finding', () => {
  const { low, high } = readPublished();
  for (const ratio of [low, high]) assert.deepEqual(publishedFindings(picture(1, ratio), readPublished()), []);
});
