import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUES, PROCESSES } from '../../shared/palette.js';

const PAGES = { light: '#FFFFFF', dark: '#0F1216' };
const MIN_CONTRAST = { light: 3.1, dark: 4.2 };
const MIN_DISTANCE = 11;
const MAX_HUE_DIFFERENCE = 5;

/** The chroma (OKLab × 100) below which a colour looks grey. Those of the strategies have 7 and more. */
const MOST_CHROMA_OF_GREY = 4;

// Normal vision, and the simulations of protan, deutan and tritan vision by Machado, Oliveira and Fernandes (2009).
const VISIONS = [
  [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
  [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
];

const toLinear = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
  .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const multiply = (matrix, vector) => matrix.map(row => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));

/** OKLab by Ottosson (2020). */
const toLab = rgb => {
  const cones = multiply([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005]], rgb).map(Math.cbrt);
  return multiply([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660]], cones);
};

const see = (hex, vision) =>
  toLab(multiply(vision, toLinear(hex)).map(value => Math.min(1, Math.max(0, value))));

const luminance = hex => multiply([[0.2126, 0.7152, 0.0722]], toLinear(hex))[0];

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const hueOf = hex => {
  const [, a, b] = toLab(toLinear(hex));
  return Math.atan2(b, a) * 180 / Math.PI;
};

for (const theme of ['light', 'dark']) {
  const colours = Object.values(HUES).map(colour => colour[theme]);
  test(`Palette_${theme}_AnyTwoColoursCanBeToldApartByEverybody`, () => {
    for (const vision of VISIONS) {
      colours.forEach((one, i) => colours.slice(i + 1).forEach(other => {
        const [first, second] = [see(one, vision), see(other, vision)];
        const distance = 100 * Math.hypot(...first.map((value, k) => value - second[k]));
        assert.ok(distance >= MIN_DISTANCE, `${one} and ${other}: ${distance.toFixed(1)}`);
      }));
    }
  });

  test(`Palette_${theme}_ContrastsWithThePage`, () => {
    for (const colour of colours) assert.ok(contrast(colour, PAGES[theme]) >= MIN_CONTRAST[theme], colour);
  });
}

test('Palette_BothThemes_KeepTheHueOfEachColour', () => {
  const { ink, ...hues } = HUES;
  for (const { light, dark } of Object.values(hues)) {
    const difference = Math.abs((hueOf(light) - hueOf(dark) + 540) % 360 - 180);
    assert.ok(difference <= MAX_HUE_DIFFERENCE, `${light} and ${dark}: ${difference.toFixed(1)}°`);
  }
});

test('Palette_Processes_AreGreySoThatHuesBelongToStrategies', () => {
  for (const colour of Object.values(PROCESSES).flatMap(Object.values)) {
    const [, a, b] = toLab(toLinear(colour));
    assert.ok(100 * Math.hypot(a, b) < MOST_CHROMA_OF_GREY, colour);
  }
});
