import { listedIn, toolsIn, unfitTool } from './tool-catalog.js';
import { definitionText, digestOf } from './tool-definition.js';
import type { ToolPin } from './tool-pins.repository.js';

const textOf = (name: string, more: object = {}) =>
  definitionText({ name, inputSchema: { type: 'object' }, ...more }) as string;
const pinOf = (offered: string | undefined, accepted = offered, name = 'read'): ToolPin => ({
  server: 'files',
  origin: 'o1',
  name,
  accepted,
  offered,
});
const ALL = { pin: true };

describe('a tool of a server', () => {
  it('is offered with its definition for models, and with what a call of it needs', () => {
    const text = textOf('read', { title: 'Reader', description: 'reads — all', outputSchema: { a: 1 } });
    const definition = { name: 'files__read', description: 'reads — all', inputSchema: { type: 'object' } };
    expect(toolsIn([pinOf(text)], ALL)).toEqual({
      tools: [
        {
          server: 'files',
          origin: 'o1',
          name: 'read',
          definition,
          digest: digestOf(text),
          offered: JSON.parse(text) as unknown,
          mayRunAgain: false,
          // The dash has three.
          bytes: JSON.stringify(definition).length + 2,
        },
      ],
      withheld: [],
    });
  });

  it.each([
    ['its description', { title: 'Reader', description: 'reads' }, 'reads'],
    ['its title where it has none', { title: 'Reader' }, 'Reader'],
    ['nothing where it has neither', {}, ''],
  ])('is described by %s', (_, more, description) => {
    expect(toolsIn([pinOf(textOf('read', more))], ALL).tools[0]!.definition.description).toBe(description);
  });

  it.each([
    [{ readOnlyHint: true }, true],
    [{ idempotentHint: true }, true],
    [{ readOnlyHint: false, idempotentHint: false }, false],
    [{ destructiveHint: true, openWorldHint: true }, false],
    [undefined, false],
  ])('with the hints %j may run again: %s', (annotations, mayRunAgain) => {
    expect(toolsIn([pinOf(textOf('read', { annotations }))], ALL).tools[0]!.mayRunAgain).toBe(mayRunAgain);
  });

  const [one, other] = [textOf('read', { description: '1' }), textOf('read', { description: '2' })];

  it.each([
    ['no one has accepted', undefined, ALL, 'new'],
    ['is not as it was accepted', other, ALL, 'changed'],
    ['is as it was accepted', one, ALL, undefined],
    ['no one has accepted, without pins,', undefined, { pin: false }, undefined],
    ['is not as it was accepted, without pins,', other, { pin: false }, undefined],
    ['is not chosen', one, { pin: true, tools: ['write'] }, 'not-chosen'],
    ['is not chosen, without pins,', one, { pin: false, tools: [] }, 'not-chosen'],
    ['is chosen, and no one has accepted', undefined, { pin: true, tools: ['read'] }, 'new'],
    ['is chosen, and is as it was accepted', one, { pin: true, tools: ['write', 'read'] }, undefined],
  ])('that %s is withheld as: %3$s', (_, accepted, choice, reason) => {
    const pins = [{ ...pinOf(one), accepted }];
    const { tools, withheld } = toolsIn(pins, choice);
    expect(tools.map(({ name }) => name)).toEqual(reason === undefined ? ['read'] : []);
    expect(withheld).toEqual(reason === undefined ? [] : [{ server: 'files', name: 'read', reason }]);
    expect(listedIn(pins, choice)).toEqual([
      {
        name: 'read',
        modelName: 'files__read',
        accepted,
        offered: one,
        digest: digestOf(one),
        withheld: reason,
      },
    ]);
  });

  it('that its server has no more is in no list, and leaves its name to others', () => {
    const pins = [pinOf(undefined, textOf('a_b'), 'a_b'), pinOf(textOf('a.b'), undefined, 'a.b')];
    expect(toolsIn(pins, { pin: false }).tools.map(({ definition }) => definition.name)).toEqual([
      'files__a_b',
    ]);
    expect(listedIn(pins, ALL).map(({ name, modelName }) => [name, modelName])).toEqual([
      ['a.b', 'files__a_b'],
    ]);
    expect(toolsIn([], ALL)).toEqual({ tools: [], withheld: [] });
  });

  it('that is unfit is listed with the reason, and without a name for models', () => {
    const [reason, detail] = ['unfit' as const, 'it is nested too deep'];
    expect(unfitTool({ server: 'files', name: 'odd', reason, detail })).toEqual({
      name: 'odd',
      modelName: undefined,
      withheld: 'unfit',
      detail,
    });
  });
});
