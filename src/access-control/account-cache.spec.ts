import { jest } from '@jest/globals';
import { ExactCache } from './account-cache.js';

const reader = (...answers: (string | undefined)[]) => jest.fn(async () => answers.shift());

describe('ExactCache', () => {
  it('reads a value once', async () => {
    const sut = new ExactCache<string>(true);
    const read = reader('one', 'two');
    expect([await sut.get('k', read), await sut.get('k', read)]).toEqual(['one', 'one']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads again after a write, and after a miss', async () => {
    const sut = new ExactCache<string>(true);
    const read = reader(undefined, 'one', 'two');
    expect([await sut.get('k', read), await sut.get('k', read)]).toEqual([undefined, 'one']);
    sut.clear();
    expect(await sut.get('k', read)).toBe('two');
  });

  it('does not keep a value that was read during a write', async () => {
    const sut = new ExactCache<string>(true);
    const begun = Promise.withResolvers<string>();
    const old = sut.get('k', () => begun.promise);
    sut.clear();
    begun.resolve('old');
    expect(await old).toBe('old');
    expect(await sut.get('k', reader('new'))).toBe('new');
  });

  it('drops the oldest value when it is full', async () => {
    const sut = new ExactCache<string>(true, 2);
    for (const key of ['a', 'b', 'c']) await sut.get(key, reader(key));
    // A miss takes no room.
    await sut.get('d', reader(undefined));
    for (const kept of ['b', 'c']) expect(await sut.get(kept, reader('again'))).toBe(kept);
    expect(await sut.get('a', reader('again'))).toBe('again');
  });

  it('reads each time when it is disabled', async () => {
    const sut = new ExactCache<string>(false);
    const read = reader('one', 'two');
    expect([await sut.get('k', read), await sut.get('k', read)]).toEqual(['one', 'two']);
  });
});
