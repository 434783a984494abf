// `npm run size`: how much there is to own. Counts src without specs and generated files; writes nothing.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const files = globSync('src/**/*.ts').filter((file) => !/\.(spec|generated(\.d)?)\.ts$/.test(file));
const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto)\(|\bsql(<[^`]*>)?`/;
/** Classes by name: what they are, whether they have SQL of their own, and the types of their constructor's parameters. */
const classes = new Map();
let lines = 0;

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  lines += text.split('\n').length - 1;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  for (const node of source.statements.filter(ts.isClassDeclaration)) {
    const decorators = (ts.getDecorators(node) ?? []).map(({ expression }) =>
      (expression.expression ?? expression).getText(),
    );
    const constructor = node.members.find(ts.isConstructorDeclaration);
    const base = node.heritageClauses?.flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText()),
    );
    const injected = constructor?.parameters.map(({ type }) => type?.getText().replace(/<.*/s, ''));
    // Statements that a file prepares at its top are those of its repository.
    const hasSql = SQL.test(node.getText()) || (/Repository$/.test(node.name?.text ?? '') && SQL.test(text));
    classes.set(node.name?.text, { decorators, hasSql, uses: injected ?? [], base: base ?? [] });
  }
}

/** The least number of classes that a call passes from one class to SQL; infinite without any. */
function hops(name, seen = new Set()) {
  const found = classes.get(name);
  if (!found || seen.has(name)) return Infinity;
  if (found.hasSql) return 0;
  seen.add(name);
  let level = [name];
  for (let far = 1; level.length > 0; far++) {
    const next = level.flatMap((each) => [...classes.get(each).uses, ...classes.get(each).base]);
    level = [...new Set(next)].filter((each) => classes.has(each) && !seen.has(each));
    if (level.some((each) => classes.get(each).hasSql)) return far;
    for (const each of level) seen.add(each);
  }
  return Infinity;
}

const decorated = (name) => [...classes].filter(([, { decorators }]) => decorators.includes(name));
const controllers = [...classes].filter(([name]) => name?.endsWith('Controller'));
const ways = controllers.flatMap(([, { uses }]) => uses.map((each) => hops(each) + 1));
const ending = ways.filter(Number.isFinite);
const mean = ending.reduce((sum, each) => sum + each, 0) / ending.length;

console.table({
  'lines of src': lines.toLocaleString('en'),
  files: files.length.toLocaleString('en'),
  injectables: decorated('Injectable').length,
  modules: decorated('Module').length,
  'hops from a controller to SQL': mean.toFixed(1),
});
