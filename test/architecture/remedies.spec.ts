import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { topics } from '../../src/common/documentation.js';

/* What the program says names only what an installed gateway has: a command, a topic of `gatehouse help`, an address. */

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = globSync(['src/**/*.ts', 'console/src/**/*.{ts,tsx}', 'extensions/*/*.ts'], {
  cwd: ROOT,
}).filter((file) => !/\.(?:spec|d)\.tsx?$/.test(file));

/** Texts that may name files or scripts of a checkout, each with the reason. */
const OF_A_CHECKOUT: ReadonlySet<string> = new Set([
  'src/common/documentation.ts', // paths, not texts
  'src/server/docs/documentation.ts', // paths and addresses
  'src/server/openapi/openapi.ts', // addresses
  'src/config/process/environment.ts', // how a checkout calls the command line
  'src/config/process/node-version.ts', // names the way of a checkout as such
  'src/plugins/install/install-plugin.ts', // packs an extension in a checkout
  'src/operator/reasons/reasons-page.ts', // the generator of a page
  'src/config/describe/settings-table.ts', // the generator of a page
]);

/** A path of a checkout; `/docs/reference/reasons` is an address of the gateway. */
const CHECKOUT =
  /(?<![\w/.])docs\/|\b(?:README|CHANGELOG|CONTRIBUTING)\b|\bnpm (?:run|ci|start|test)\b|(?<![\w/.-])(?:examples|scripts)\/\w/;

interface Said {
  readonly file: string;
  readonly text: string;
}

/** The texts in the code: no comment is one, nor the name of an import. */
function textsIn(file: string): Said[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Said[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      found.push({ file, text: node.text });
    ts.forEachChild(node, collect);
  };
  collect(source);
  return found;
}

const said = SOURCES.flatMap(textsIn);

it('no text names a file or a script of a checkout', () => {
  expect(said.length).toBeGreaterThan(5_000);
  const wrong = said.filter(({ file, text }) => !OF_A_CHECKOUT.has(file) && CHECKOUT.test(text));
  expect(wrong).toEqual([]);
});

it('each page that a text names exists', () => {
  const named = said.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:gatehouse help |\/docs\/)((?:guide|operations|reference)\/[\w/-]+)/g)].map(
      ([, topic = '']) => ({ file, topic }),
    ),
  );
  expect(named.length).toBeGreaterThan(15);
  const known = topics();
  expect(named.filter(({ topic }) => !known.includes(topic))).toEqual([]);
});
