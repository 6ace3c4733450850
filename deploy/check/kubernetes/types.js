// Checks Kubernetes objects against the types of the Kubernetes API with the TypeScript compiler, which reports unknown
// keys and wrong types.
import ts from 'typescript';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('objects.virtual.ts', import.meta.url));

/** @returns {string[]} The errors of the compiler, each with the object that it is about. */
export function typeFindings(objects) {
  const lines = objects.map((object, i) => `export const object${i}: ${typeOf(object)} = ${JSON.stringify(object)};`);
  return compile(lines.join('\n')).map(({ file, start, messageText }) => {
    const { kind, metadata } = objects[file?.getLineAndCharacterOfPosition(start).line] ?? {};
    return `${kind} ${metadata?.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

// The keys apiVersion and kind are optional in the TypeScript types, but the Kubernetes API server requires them.
const typeOf = ({ apiVersion, kind }) => {
  const library = apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return `import('${library}/${apiVersion}').I${kind} & { apiVersion: '${apiVersion}', kind: '${kind}' }`;
};

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
