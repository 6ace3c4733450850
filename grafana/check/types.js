// Checks a dashboard against the types that Grafana publishes: the TypeScript compiler checks each part of the JSON as
// a constant with a declared type.
import ts from 'typescript';
import { fileURLToPath } from 'node:url';
import { panelsOf } from './board.js';

const FILE = fileURLToPath(new URL('../dashboard.virtual.ts', import.meta.url));
const SDK = '@grafana/grafana-foundation-sdk';

// In the JSON of a dashboard, enum values are strings and default values may be missing. Unknown keys are still errors.
const PRELUDE = `
type Json<T> = T extends string ? \`\${T}\` : T extends (infer U)[] ? Json<U>[] : T extends object ? { [K in keyof T]?: Json<T[K]> } : T;
type Annotation = import('${SDK}/dashboard').AnnotationQuery & PrometheusAnnotation;
// Annotation keys of the Prometheus data source that Grafana's AnnotationQuery type does not have.
type PrometheusAnnotation = { step: string, titleFormat: string, textFormat: string, useValueForTime: boolean };
`;

/** @returns {string[]} The errors of the compiler, which reads all dashboards at once. */
export function typeFindings(boards) {
  const lines = PRELUDE.split('\n');
  const names = [];
  for (const board of boards) {
    for (const [name, type, value] of parts(board)) {
      names[lines.length] = `${board.title}, ${name}`;
      lines.push(`export const part${lines.length}: Json<${type}> = ${JSON.stringify(value)};`);
    }
  }
  return compile(lines.join('\n')).map(({ file, start, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line : -1;
    return `${names[line] ?? 'the check itself'}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function* parts({ panels, annotations, ...board }) {
  const type = (file, name) => `import('${SDK}/${file}').${name}`;
  yield ['dashboard', type('dashboard', 'Dashboard'), board];
  for (const annotation of annotations.list) yield [`annotation ${annotation.name}`, 'Annotation', annotation];
  for (const row of panels.filter(panel => panel.type === 'row')) yield [row.title, type('dashboard', 'RowPanel'), row];
  for (const { targets = [], options, fieldConfig, ...panel } of panelsOf({ panels })) {
    const { custom, ...defaults } = fieldConfig.defaults;
    yield [panel.title, type('dashboard', 'Panel'), { ...panel, fieldConfig: { ...fieldConfig, defaults } }];
    yield [`${panel.title}, options`, type(fileOf(panel), 'Options'), options];
    if (custom) yield [`${panel.title}, custom`, type(fileOf(panel), 'FieldConfig'), custom];
    for (const target of targets) yield [`${panel.title}, ${target.refId}`, type('prometheus', 'Dataquery'), target];
    for (const { id, value } of fieldConfig.overrides.flatMap(override => override.properties)) {
      const key = id.replace(/^custom\./, '');
      yield [`${panel.title}, ${id}`, id === key ? type('dashboard', 'FieldConfig') : type(fileOf(panel), 'FieldConfig'), { [key]: value }];
    }
  }
}

// The types of a panel are in a file without the hyphen.
const fileOf = ({ type }) => type.replace('-', '');

function compile(text) {
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  host.fileExists = name => name === FILE || fileExists(name);
  return ts.getPreEmitDiagnostics(ts.createProgram([FILE], options, host));
}
