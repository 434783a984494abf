import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { modelNames } from './tool-catalog.js';

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
    const hashOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 8);
    const [a, b] = ['a', 'b'].map((last) => `${'x'.repeat(100)}${last}`);
    expect(namesOf(a!, b!)).toEqual(
      [a, b].map((each) => `files__${'x'.repeat(48)}_${hashOf(`files__${each}`)}`),
    );
    const [fits, tooLong] = ['x'.repeat(57), 'x'.repeat(58)];
    expect(namesOf(fits)).toEqual([`files__${fits}`]);
    expect(namesOf(tooLong)).toEqual([`files__${'x'.repeat(48)}_${hashOf(`files__${tooLong}`)}`]);
  });

  it('stay the same when their server lists its tools in another order', () => {
    const tools = ['a.b', 'a/b', 'a b'];
    const sorted = [...modelNames('files', tools)].toSorted();
    expect([...modelNames('files', tools.toReversed())].toSorted()).toEqual(sorted);
    expect(sorted.map(([tool, name]) => [tool, name === 'files__a_b'])).toEqual([
      ['a b', true],
      ['a.b', false],
      ['a/b', false],
    ]);
  });

  it('leave a tool its own name when another one would get the same', () => {
    const names = modelNames('files', ['a.b', 'a_b', 'a/b']);
    expect(names.get('a_b')).toBe('files__a_b');
    expect(names.get('a.b')).toMatch(/^files__a_b_[0-9a-f]{8}$/);
    expect(new Set(names.values()).size).toBe(3);
  });

  it('are not taken by tools that are called like the hash of another', () => {
    const tools = ['a_b', 'a.b'];
    for (let crafted = 0; crafted < 6; crafted++) {
      const name = modelNames('files', tools).get('a.b')!;
      expect(name).toMatch(/^files__a_b_[0-9a-f]+$/);
      tools.push(name.slice('files__'.length));
    }
    const names = modelNames('files', tools);
    expect(tools.slice(2).map((tool) => names.get(tool))).toEqual(
      tools.slice(2).map((each) => `files__${each}`),
    );
    expect(new Set(names.values()).size).toBe(tools.length);
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
