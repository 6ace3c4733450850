// A name has one style, wherever it is drawn.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ROOT } from '../../build/files.js';
import { marker } from '../../shared/markers.js';
import { HUES } from '../../shared/palette.js';
import { assignStyles, STRATEGIES, styleOf } from '../../shared/series-styles.js';
import groups from '../../shared/styles.json' with { type: 'json' };

const KNOWN = Object.values(groups).flatMap(Object.keys);

const filesIn = (folder, end) => readdirSync(ROOT + folder, { recursive: true })
  .filter(path => path.endsWith(end)).map(path => `${folder}/${path}`);

const read = path => readFileSync(ROOT + path, 'utf8');

/** The variants of a scenario: - get-from-json, - strategy=refit, - back-end@http://…, - { name: go, …. */
const variantsOf = scenario => [.../^vary:\n((?: +- .*\n| +\w.*\n)+)/m.exec(scenario)?.[1]
  .matchAll(/^ +- (?:{ )?(?:name: )?(?:strategy=)?([^@,\n]+)/gm) ?? []].map(([, name]) => ({ name }));

/** What is drawn together in each committed result, recording and scenario. */
const runs = [
  ...filesIn('load/scenarios', '.yaml').map(path => ({ variants: variantsOf(read(path)) })),
  ...['experiments/results', 'web/test/results'].flatMap(folder => filesIn(folder, '.json')).map(read).map(JSON.parse),
  // The first line of a recording is the plan.
  ...filesIn('experiments/talk/recordings', '.ndjson').map(path => JSON.parse(read(path).split('\n', 1)[0]).plan),
].filter(({ variants }) => Array.isArray(variants));

const shapeOf = ({ marker, dash }) => `${marker} ${dash}`;

test('Styles_OfKnownNames_AreDifferentAndCanBeDrawn', () => {
  const looks = KNOWN.map(name => JSON.stringify(styleOf(name)));
  assert.deepEqual(looks.filter((look, i) => looks.indexOf(look) < i), []);
  assert.equal(new Set(KNOWN).size, KNOWN.length);
  for (const style of KNOWN.map(styleOf)) {
    assert.ok(style.hue in HUES, style.hue);
    assert.doesNotMatch(marker(style, 0, 0).text, /undefined/);
  }
});

test('Styles_OfStrategies_DifferInMoreThanHueAndInMoreThanMarker', () => {
  const styles = STRATEGIES.map(styleOf);
  assert.equal(new Set(styles.map(shapeOf)).size, styles.length);
  // Dashboards have no markers.
  assert.equal(new Set(styles.map(({ hue, dash }) => `${hue} ${dash}`)).size, styles.length);
});

test('Styles_InResultsRecordingsAndScenarios_BelongToTheName', () => {
  assert.ok(runs.length > 20, `${runs.length} runs`);
  for (const { variants, baseline } of runs) {
    const names = variants.map(({ name }) => name);
    const styles = assignStyles(names, baseline);
    assert.equal(new Set(styles.map(shapeOf)).size, names.length, `${names}: some differ in hue only`);
    // A name that is not listed, such as that of a new strategy, may have to make way.
    for (const [i, name] of names.entries()) {
      if (KNOWN.includes(name)) assert.deepEqual(styles[i], { ...styleOf(name), isBaseline: name === baseline });
    }
  }
});

test('Styles_OnDashboards_BelongToTheName', () => {
  const panels = filesIn('grafana/dashboards', '.json').flatMap(path => JSON.parse(read(path)).panels);
  const overrides = panels.flatMap(({ type, fieldConfig }) => (fieldConfig?.overrides ?? [])
    .map(({ matcher, properties }) => ({ type, pattern: String(matcher.options), properties })));
  const found = STRATEGIES.flatMap(name => overrides.filter(({ pattern }) => pattern.startsWith('/')
    && new RegExp(pattern.slice(1, -1)).test(name)).map(override => ({ ...override, name })));
  assert.ok(found.length >= STRATEGIES.length);
  for (const { name, type, properties } of found) {
    const { color, 'custom.lineStyle': line } = Object.fromEntries(properties.map(({ id, value }) => [id, value]));
    const { hue, dash } = styleOf(name);
    assert.equal(color.fixedColor, HUES[hue].dark, name);
    // Bars have no lines.
    if (type === 'timeseries') assert.equal(line?.dash.join(' ') ?? '', dash, name);
  }
});

test('Styles_OfUnknownNames_DoNotDependOnOrderAndDifferFromEachOther', () => {
  const names = ['__proto__', 'string-jsonconvert', ...Array.from({ length: 40 }, (_, i) => `my-service-${i}`)];
  const styles = assignStyles(names);
  assert.equal(new Set(styles.map(shapeOf)).size, names.length);
  assert.deepEqual(assignStyles(names.toReversed()).toReversed(), styles);
  assert.deepEqual(assignStyles(['my-service-7'])[0], { ...styleOf('my-service-7'), isBaseline: false });
});

test('Styles_OfMoreNamesThanThereAreStyles_AreAssigned', () => {
  const styles = assignStyles(Array.from({ length: 500 }, (_, i) => `service-${i}`));
  assert.equal(styles.filter(({ hue }) => hue in HUES).length, 500);
});

test('Style_OfTheBaseline_IsItsOwn', () => {
  const [first, second] = assignStyles(['get-from-json', 'read-as-async-2014'], 'read-as-async-2014');
  assert.deepEqual(first, { ...styleOf('get-from-json'), isBaseline: false });
  assert.deepEqual(second, { ...styleOf('read-as-async-2014'), isBaseline: true });
});
