import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { ALL_SECTIONS } from '../../app.sections.js';
import { checkConfig, loadConfig } from '../load/load-config.js';
import { ConfigInvalidError } from '../tree/problem.js';
import { section } from './section.js';
import { Nested, NestedMap, Setting } from './setting.decorator.js';
import { fileSchema, type JsonSchema, settingsSchema } from './settings-schema.js';

class Inner {
  @Setting({ doc: 'A port.', restart: true })
  @IsInt()
  @Min(0)
  @Max(9)
  readonly port: number = 1;
}

class Outer {
  @Setting({ doc: 'A mode.' })
  @IsIn(['a', 'b'])
  readonly mode: string = 'a';

  @Setting({ doc: 'A key.', secret: true })
  readonly key: string = 'the-default-secret';

  @Setting({ doc: 'A command.', isHostOnly: true, type: 'string[]' })
  readonly command: readonly string[] = [];

  @Nested(() => Inner, { or: ['here'] })
  readonly place: Inner | string = 'here';

  @NestedMap(() => Outer)
  readonly outers: Readonly<Record<string, Outer>> = {};
}

const own = settingsSchema([section('x.y', Outer)]);
const fits = new Ajv2020({ strict: false }).compile(own);
const fitsAll = new Ajv2020({ strict: false }).compile(settingsSchema(ALL_SECTIONS));

describe('the schema of the settings', () => {
  it('has meaning, default, limits and marks of each setting', () => {
    expect(own).toMatchObject({
      properties: {
        x: {
          properties: {
            y: {
              properties: {
                mode: {
                  description: 'A mode.',
                  default: 'a',
                  anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }],
                },
                key: { 'x-secret': true },
                command: { 'x-host-only': true, 'x-variable': 'GATEHOUSE__X__Y__COMMAND' },
                place: {
                  default: 'here',
                  anyOf: [
                    {
                      properties: {
                        port: { 'x-restart': true, anyOf: [{ type: 'integer', maximum: 9 }, {}] },
                      },
                    },
                    { enum: ['here'] },
                    { type: 'null' },
                  ],
                },
              },
            },
          },
        },
      },
    });
  });

  it('never has a secret', () => {
    expect(JSON.stringify(own)).not.toContain('the-default-secret');
  });

  it.each([
    [{}, true],
    [{ x: { y: { mode: 'b', key: { file: '/run/secrets/key' }, place: { port: 9 } } } }, true],
    [{ x: { y: { mode: null, outers: { a: { mode: 'a' }, b: null }, place: 'here' } } }, true],
    [{ x: { y: { mode: 'c' } } }, false],
    [{ x: { y: { place: { port: 10 } } } }, false],
    [{ x: { y: { place: { port: '1' } } } }, false],
    [{ x: { y: { nonsense: 1 } } }, false],
    [{ x: { z: {} } }, false],
  ])('fits %j: %s', (file, expected) => {
    expect(fits(file)).toBe(expected);
  });

  it('fits a file that sets every setting to its default', () => {
    const environment = { stateDir: '/nonexistent', configFile: '/nonexistent/gatehouse.json' };
    const file = JSON.parse(JSON.stringify(loadConfig(ALL_SECTIONS, environment).tree())) as object;
    expect([fitsAll(file), fitsAll.errors]).toEqual([true, null]);
  });
});

interface Leaf {
  readonly path: string;
  /** A file with this value at the path, and nothing else. */
  readonly file: (value: unknown) => object;
}

/** Every place of the schema below which nothing is nested. */
function leavesOf(schema: JsonSchema, path: string, file: Leaf['file']): Leaf[] {
  const forms = (schema.anyOf ?? [schema]) as readonly JsonSchema[];
  const below = forms.flatMap(({ properties, items, additionalProperties: others }) => [
    ...Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, each]) =>
      leavesOf(each, `${path}.${name}`, (value) => file({ [name]: value })),
    ),
    ...(items ? leavesOf(items as JsonSchema, `${path}[]`, (value) => file([value])) : []),
    ...(others ? leavesOf(others as JsonSchema, `${path}.*`, (value) => file({ name: value })) : []),
  ]);
  return [{ path, file }, ...below];
}

const whole = fileSchema(ALL_SECTIONS);
const fitsEditor = new Ajv2020({ strict: false }).compile(whole);
const PROBES = ['text', 1.5, true, [1], { nonsense: 1 }, { file: 1 }, null];
/** The words of a problem that is of the value's form; limits and rules between settings have others. */
const OF_FORM = /^must be (?:a string|a number|true or false|a list|an object)|^unknown setting/;

/** The problems that the validation has, with the settings that any file may leave to variables. */
function problemsOf(file: object): readonly { readonly path: string; readonly message: string }[] {
  const environment = { stateDir: '/nonexistent', configFile: '/nonexistent/gatehouse.json' };
  try {
    checkConfig(ALL_SECTIONS, file as Record<string, unknown>, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error.problems;
    throw error;
  }
}

describe('the schema for editors and the validation', () => {
  const cases = leavesOf(whole, '', (value) => value as object)
    .filter(({ path }) => path !== '' && path !== '.$schema')
    .flatMap(({ path, file }) =>
      PROBES.map((probe) => ({ words: `${path}: ${JSON.stringify(probe)}`, file: file(probe) })),
    )
    .map(({ words, file }) => ({ words, isFitting: fitsEditor(file), problems: problemsOf(file) }));
  const wordsOf = (some: typeof cases) => some.map(({ words }) => words);

  it('refuse the same values for their form', () => {
    const wrong = cases.filter(({ problems }) => problems.some(({ message }) => OF_FORM.test(message)));
    expect(wrong.length).toBeGreaterThan(1_000);
    expect(wordsOf(wrong.filter(({ isFitting }) => isFitting))).toEqual([]);
  });

  it('agree on each file that the validation accepts', () => {
    const right = cases.filter(({ problems }) => problems.length === 0);
    expect(right.length).toBeGreaterThan(100);
    expect(wordsOf(right.filter(({ isFitting }) => !isFitting))).toEqual([]);
  });

  it.each([
    [{ $schema: './gatehouse.schema.json', gateway: { port: 3001 } }, true, []],
    [{ $schema: 1 }, false, [{ path: '$schema', message: 'must be a string' }]],
    [{ gateway: { $schema: 'x' } }, false, [expect.objectContaining({ message: 'unknown setting' })]],
  ])('take the name of a schema at the top, as a text: %j', (file, isRight, problems) => {
    expect([fitsEditor(file), problemsOf(file)]).toEqual([isRight, problems]);
  });

  it('leave open what no section here knows', () => {
    const open = new Ajv2020({ strict: false }).compile(fileSchema(ALL_SECTIONS, ['channels.postbox']));
    const of = (channel: string) => open({ channels: { [channel]: { anything: [1] } } });
    expect([of('postbox'), of('postbix')]).toEqual([true, false]);
  });
});
