// The headline of a finding: one number, and below it the interval as a bar, with what the room guessed as an outline on
// the same scale, and what the number is compared with as a hollow mark.
import { formatTick } from '../shared/format.js';
import { markup } from '../shared/markup.js';
import { scaleLinear } from '../shared/scales.js';

/** The least width of what is drawn, in percent. */
const MARK = 0.4;

/** The end of the scale beyond the highest value, as a factor. */
const BEYOND = 1.15;

export function drawHeadline({ headline, old }, { choices, ranges, unit, compared }, guess) {
  if (!headline) return '';
  const { number } = headline;
  const oldText = old && `${old.number} ${compared.as}`;
  return markup`<p class="headline" style="--length:${number.length}"><b>${number}</b> <span>${unit}${
    old && markup`<small>○ ${oldText}</small>`}</span></p>${
    drawScale({ ...headline, old, oldText, unit }, choices[guess - 1], ranges[guess - 1])}`;
}

function drawScale({ value, lo, hi, old, oldText, unit }, choice, range) {
  const values = [value, lo, hi, old?.value ?? null, ...range ?? []].filter(one => one !== null);
  const end = BEYOND * Math.max(...values);
  const x = scaleLinear([0, end], [1, 99]);
  const at = one => `${x(one).toFixed(2)}%`;
  // A guess of one value and a value without an interval are as wide as a mark.
  const width = (low, high) => `${Math.max(MARK, x(high) - x(low)).toFixed(2)}%`;
  const box = (low, high, name, y, height) => markup`<rect class="${name}" x="${at(low)}" y="${y}rem"
    width="${width(low, high)}" height="${height}rem"/>`;
  const guessed = range && [range[0], range[1] ?? end];
  const isLeft = guessed && x((guessed[0] + guessed[1]) / 2) < 50;
  return markup`<svg class="scale" role="img" aria-label="${choice ? `guessed: ${choice}; ` : ''}measured: ${
    lo.toPrecision(3)} to ${hi.toPrecision(3)} ${unit}${old ? `; ${oldText}` : ''}">
    ${guessed && markup`${box(...guessed, 'guess', 1.5, 1.6)}<text x="${isLeft ? at(guessed[0]) : at(guessed[1])}"
      y="1.05rem" text-anchor="${isLeft ? 'start' : 'end'}">you: ${choice}</text>`}
    ${box(lo, hi, 'interval', 1.9, 0.8)}
    ${box(value, value, 'value', 1.6, 1.4)}
    ${old && markup`<circle class="old" cx="${at(old.value)}" cy="2.3rem" r="0.55rem"/>`}
    <line x1="1%" x2="99%" y1="3.4rem" y2="3.4rem"/>
    ${x.ticks(5).map(tick => markup`<text x="${at(tick)}" y="4.6rem" text-anchor="middle">${formatTick(tick)}</text>`)}
    </svg>`;
}
