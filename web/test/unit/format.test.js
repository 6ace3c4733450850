import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatNumber, formatRatio, formatSeconds, keepUnits, shortenName } from '../../shared/format.js';

const cases = [
  [formatNumber, null, '–'], [formatNumber, 0, '0'], [formatNumber, 0.12345, '0.123'], [formatNumber, 1.2345, '1.23'],
  [formatNumber, 12.345, '12.3'], [formatNumber, 1234.5, '1\u202f235'], [formatNumber, -0.5, '-0.500'],
  [formatCount, undefined, '–'], [formatCount, 1234567, '1\u202f234\u202f567'],
  [formatRatio, 0.0567, '0.057'], [formatRatio, 1.2345, '1.23'], [formatRatio, 12.345, '12.3'],
  [formatSeconds, 1.5, '1.5 s'], [formatSeconds, 125, '2 min 5 s'],
  [keepUnits, '3 ms of 5 min', '3\u00a0ms of 5 min'],
  [shortenName, 'short', 'short'], [shortenName, 'a name with 24 characters', 'a name with 24 charac…'],
];

for (const [format, value, expected] of cases) {
  test(`${format.name}_${value}_Returns${expected}`, () => assert.equal(format(value), expected));
}
