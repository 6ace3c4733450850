// Images are pinned by digest, or the bot that pins them (.github/renovate.json) finds them. Its own validator is a
// package of hundreds of megabytes, so its expressions are tried here.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const read = path => readFileSync(new URL(path, root), 'utf8');
const renovate = JSON.parse(read('.github/renovate.json'));
const [images, auditor] = renovate.customManagers;

const RENEWED = { newValue: 'v2', newDigest: `sha256:${'0'.repeat(64)}` };

/** What a manager finds in a text, with what it would write for another version with a digest. */
const find = ({ matchStrings, autoReplaceStringTemplate = '' }, text) =>
  [...text.matchAll(new RegExp(matchStrings[0], 'g'))].map(({ 0: line, groups }) => ({
    line,
    renewed: autoReplaceStringTemplate.replaceAll(/{{[#/]if.*?}}/g, '')
      .replaceAll(/{{{(\w+)}}}/g, (_, name) => ({ ...groups, ...RENEWED })[name]),
  }));

/** The images of the settings that the bot does not find, also after it has pinned them, and literal ones of compose. */
function imageFindings(settings, compose) {
  const named = [...settings.matchAll(/^(\w+_IMAGE)=(.*)$/gm)];
  const isFound = line => find(images, line).some(found => line.endsWith(found.line)
    && find(images, found.renewed)[0]?.line === found.renewed);
  return [
    ...named.filter(([line]) => !isFound(line)).map(([line]) => `${line} is not found`),
    ...[...compose.matchAll(/^ +image: +(.*)$/gm)].map(([, image]) => image)
      .filter(image => !image.startsWith('two-tier-testbed/') && !named.some(([, name]) => image === `\${${name}}`))
      .map(image => `${image} is not in .env`),
  ];
}

test('Renovate finds every image of docker-compose.yml, and can pin it', () => {
  assert.deepEqual(imageFindings(read('.env'), read('docker-compose.yml')), []);
  assert.ok(find(images, read('.env')).length >= 4);
});
for (const [name, finding, settings, compose] of [
  ['an image that is not in .env', /nginx:1 is not in \.env/, '', '    image: nginx:1\n'],
  ['an image without a version', /A_IMAGE=nginx is not found/, 'A_IMAGE=nginx\n', ''],
  ['half a digest', /is not found/, 'A_IMAGE=nginx:1@sha256:00\n', ''],
]) {
  test(`Found: ${name}`, () => assert.match(imageFindings(settings, compose).join('\n'), finding));
}

test('Renovate finds the images of the manifests, and the auditor of Go', () => {
  const pattern = new RegExp(renovate.kubernetes.managerFilePatterns[0].slice(1, -1));
  const manifests = readdirSync(new URL('deploy/kubernetes', root), { recursive: true })
    .map(path => `deploy/kubernetes/${path}`).filter(path => /\.ya?ml$/.test(path) && /\bimage: /.test(read(path)));
  assert.ok(manifests.length >= 4);
  assert.deepEqual(manifests.filter(path => !pattern.test(path)), []);
  assert.equal(find(auditor, read('deploy/automation/audit.sh')).length, 1);
});
