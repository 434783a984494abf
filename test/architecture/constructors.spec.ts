import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../../src');

/** A class that needs more does more than one thing (STYLE 8). */
const MOST_DEPENDENCIES = 5;

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);

/** The classes of a file, each with the parameters of its constructor. */
function constructorsIn(text: string): { name: string; parameters: string[] }[] {
  const heads = [...text.matchAll(/\bclass (\w+)|^ {2}(?:private |protected )?constructor\(/gm)];
  return heads.flatMap((head, index) =>
    head[1] === undefined
      ? [{ name: heads[index - 1]?.[1] ?? '', parameters: parametersIn(text, head.index + head[0].length) }]
      : [],
  );
}

/** The parameters after a constructor's opening bracket: split at the commas that are in no bracket of their own. */
function parametersIn(text: string, from: number): string[] {
  const parameters: string[] = [];
  let [depth, parameter] = [0, ''];
  for (const character of text.slice(from).replaceAll('=>', '')) {
    if ('([{<'.includes(character)) depth += 1;
    if (')]}>'.includes(character)) depth -= 1;
    if (depth < 0) break;
    const isEnd = character === ',' && depth === 0;
    if (isEnd) parameters.push(parameter);
    parameter = isEnd ? '' : parameter + character;
  }
  return [...parameters, parameter].filter((each) => each.trim() !== '');
}

describe('constructors', () => {
  const all = sources.flatMap((file) => constructorsIn(readFileSync(join(SRC, file), 'utf8')));

  it('are found with their parameters, more than 150 in all', () => {
    const service =
      'class A extends B {\n  constructor(\n    private readonly a: Map<string, number>,\n    b = { c: 1, d: 2 },\n  ) {';
    expect(constructorsIn(service)).toMatchObject([{ name: 'A', parameters: { length: 2 } }]);
    expect(all.length).toBeGreaterThan(150);
  });

  it(`take at most ${MOST_DEPENDENCIES} dependencies`, () => {
    const crowded = all.filter(({ parameters }) => parameters.length > MOST_DEPENDENCIES);
    expect(crowded.map(({ name }) => name)).toEqual([]);
  });
});
