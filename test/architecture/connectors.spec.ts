import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../../src');
const CONNECTORS = ['imbridge', 'workchat'] as const;
/** As many equal lines are shared logic, which belongs in channels/kit (ADR 0088). */
const MOST_EQUAL = 5;
const EXPORTED = /^export (?:abstract |async )*(?:class|function\*?|const|interface|type|enum) (\w+)/gm;

interface Line {
  readonly place: string;
  readonly text: string;
}

const filesOf = (connector: string): string[] =>
  readdirSync(join(SRC, connector), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(connector, file))
    .sort();

const sourceOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');

/** The lines of a file without imports, empty lines, and the white space within. */
function linesOf(file: string): Line[] {
  const source = sourceOf(file).replace(/^import [^;]*;$/gm, (lines) => lines.replace(/.+/g, ''));
  return source
    .split('\n')
    .map((line, index) => ({ place: `${file}:${index + 1}`, text: line.trim().replace(/\s+/g, ' ') }))
    .filter(({ text }) => text !== '');
}

/** The place of each run of one more than the permitted lines, by its text. */
function runsIn(connector: string): ReadonlyMap<string, string> {
  const runs = filesOf(connector).flatMap((file) => {
    const lines = linesOf(file);
    return lines.slice(MOST_EQUAL).map((_, at) => {
      const run = lines.slice(at, at + MOST_EQUAL + 1);
      return [run.map(({ text }) => text).join('\n'), run[0]!.place] as const;
    });
  });
  return new Map(runs);
}

const [ONE, OTHER] = CONNECTORS;

it('no six lines in a row are equal in both connectors', () => {
  const [one, other] = [runsIn(ONE), runsIn(OTHER)];
  const shared = [...one].filter(([run]) => other.has(run));
  expect(shared.map(([run, place]) => `${place} ~ ${other.get(run)}\n${run}`)).toEqual([]);
  expect(one.size).toBeGreaterThan(3_000);
});

it('the names that the kit exports are not defined again in a connector', () => {
  const namesIn = (files: readonly string[]) =>
    files.flatMap((file) => [...sourceOf(file).matchAll(EXPORTED)].map(([, name]) => name!));
  const kit = namesIn([...filesOf('channels/kit'), ...filesOf('common/http/client')]);
  expect(kit.length).toBeGreaterThan(20);
  expect(
    CONNECTORS.flatMap((connector) => namesIn(filesOf(connector)).filter((name) => kit.includes(name))),
  ).toEqual([]);
});
