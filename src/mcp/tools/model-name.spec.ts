import fc from 'fast-check';
import { modelNames } from './model-name.js';

const namesOf = (...tools: string[]) => [...modelNames('files', tools).values()];

describe('the names of tools for models', () => {
  it('are those of the server behind its name, other characters as _', () => {
    expect(namesOf('read_file', 'list.all', 'a/b')).toEqual([
      'files__read_file',
      'files__a_b',
      'files__list_all',
    ]);
  });

  it('that are longer than 64 end in a hash of the whole', () => {
    const [one, other] = namesOf(`${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`);
    expect([one?.length, other?.length]).toEqual([64, 64]);
    expect(one).not.toBe(other);
  });

  it('leave a tool its own name when another one would get the same', () => {
    const names = modelNames('files', ['a.b', 'a_b', 'a/b']);
    expect(names.get('a_b')).toBe('files__a_b');
    expect(names.get('a.b')).toMatch(/^files__a_b_[0-9a-f]{8}$/);
    expect(new Set(names.values()).size).toBe(3);
  });

  it('are not taken by a tool that is called like the hash of another', () => {
    const [, hashed = ''] = namesOf('a_b', 'a.b');
    const crafted = hashed.slice('files__'.length);
    const names = modelNames('files', ['a_b', 'a.b', crafted]);
    expect(names.get(crafted)).toBe(hashed);
    expect(new Set(names.values()).size).toBe(3);
  });

  it('are different for different tools, and fit every vendor', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '_', '.', '/', '-'), minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (tools) => {
        const names = namesOf(...tools);
        expect(new Set(names).size).toBe(tools.length);
        expect(names.every((each) => /^[\w-]{1,64}$/.test(each))).toBe(true);
      }),
    );
  });
});
