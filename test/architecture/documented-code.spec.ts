import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { marked } from 'marked';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = globSync('{*,docs/**/*,examples/**/*,extensions/**/*,simulators/*}.md', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
});
const TYPESCRIPT = ['ts', 'typescript'];

/** Names that a page's code takes from its text. */
const GIVEN: Readonly<Record<string, string>> = {
  'docs/guide/data-api.md': 'declare const key: string; declare const id: string;',
  'simulators/README.md':
    "import { BridgeSimulator, lastUserText, ModelSimulator, WorkplaceSimulator } from './index.js';",
};

/** Files that a page lets its reader make. */
const MADE = new Map([
  [join(ROOT, 'docs/guide/data-api.d.ts'), join(ROOT, 'test/support/data-api.generated.d.ts')],
]);

/** Each block as a module beside its page, by its path. */
function codeOf(page: string): [path: string, code: string][] {
  const blocks: string[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(join(ROOT, page), 'utf8')), (token) => {
    if (token.type === 'code' && TYPESCRIPT.includes((token.lang as string | undefined) ?? ''))
      blocks.push(token.text as string);
  });
  return blocks.map((block, index) => [
    join(ROOT, dirname(page), `block-${index + 1}.ts`),
    `${GIVEN[page] ?? ''} export {};\n${block}`,
  ]);
}

/** The messages of the compiler, each with the line in its block. */
function problemsIn(blocks: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const textOf = (file: string) => blocks.get(file) ?? readFile(MADE.get(file) ?? file);
  host.fileExists = (file) => blocks.has(file) || MADE.has(file) || fileExists(file);
  host.readFile = textOf;
  host.getSourceFile = (file, target, ...rest) =>
    blocks.has(file) || MADE.has(file)
      ? ts.createSourceFile(file, textOf(file) ?? '', target)
      : getSourceFile(file, target, ...rest);
  const program = ts.createProgram([...blocks.keys()], options, host);
  const found = [...blocks.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return found.map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

describe('the code in the documents', () => {
  it('compiles against the types that its reader has', () => {
    const blocks = new Map(PAGES.flatMap(codeOf));
    expect(blocks.size).toBeGreaterThan(3);
    expect(problemsIn(blocks)).toEqual([]);
  });

  it('is given names only on pages that have code', () => {
    expect(Object.keys(GIVEN).filter((page) => codeOf(page).length === 0)).toEqual([]);
  });
});
