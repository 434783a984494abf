// Checks that the types which two generators of different makers make from our contracts compile under the strictest
// settings, and that in both a field may be null exactly where its contract says so.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const CONTRACTS = ['data-api.v1', 'admin.v1'];
// Below the repository, so that the compiler finds its own libraries.
const folder = join(ROOT, 'build', 'contract-types');

rmSync(folder, { recursive: true, force: true });
const files = [];
for (const name of CONTRACTS) {
  const source = join(process.argv[2] ?? join(ROOT, 'openapi'), `${name}.json`);
  const contract = JSON.parse(readFileSync(source, 'utf8'));
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  write(join(at, 'first.ts'), astToString(await openapiTS(contract)));
  await createClient({
    input: source,
    output: { path: join(at, 'second'), tsConfigPath: null },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  files.push(join(at, 'second', 'types.gen.ts'));
  write(join(at, 'nulls.ts'), nullsOf(contract));
}
const problems = compile(files);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files of types, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function write(file, text) {
  writeFileSync(file, text);
  files.push(file);
}

/** A program whose types hold only if both generators have understood every null, and every field that has none. */
function nullsOf(contract) {
  const fields = Object.entries(contract.components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).map(([name, each]) => ({ schema, name, isNull: admitsNull(each, contract) })),
  );
  const lines = fields.flatMap(({ schema, name, isNull }, n) => {
    const [type, field] = [JSON.stringify(schema), JSON.stringify(name)];
    return [
      `export const first${n}: Admits<components['schemas'][${type}][${field}]> = ${isNull};`,
      `export const second${n}: Admits<second.${schema}[${field}]> = ${isNull};`,
    ];
  });
  return [
    "import type { components } from './first.js';",
    "import type * as second from './second/types.gen.js';",
    'type Admits<T> = null extends T ? true : false;',
    ...lines,
  ].join('\n');
}

function admitsNull({ $ref, type, anyOf, oneOf, allOf, enum: choices }, contract) {
  if ($ref) return admitsNull(contract.components.schemas[$ref.split('/').at(-1)], contract);
  const each = (schema) => admitsNull(schema, contract);
  if (anyOf ?? oneOf) return (anyOf ?? oneOf).some(each);
  if (allOf) return allOf.every(each);
  if (choices) return choices.includes(null);
  return type === undefined || [type].flat().includes('null');
}

function compile(rootNames) {
  const program = ts.createProgram(rootNames, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    const text = file?.text.split('\n')[line]?.trim() ?? '';
    return `${file?.fileName ?? ''}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${text}`;
  });
}
