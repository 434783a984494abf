import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { ALL_SECTIONS } from '../../app.sections.js';
import { loadConfig } from '../load/load-config.js';
import { section } from './section.js';
import { Nested, NestedMap, Setting } from './setting.decorator.js';
import { settingsSchema } from './settings-schema.js';

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
