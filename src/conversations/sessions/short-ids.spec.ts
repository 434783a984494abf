import type { RemoteMessageId, Target } from '../../channels/index.js';
import { ShortIds } from './short-ids.js';

const place = (conversation: string) =>
  ({ channel: 'fake', account: 'default', conversation }) as unknown as Target;
const id = (text: string) => text as RemoteMessageId;
const shortOf = (sut: ShortIds, conversation: string, full: string) =>
  sut.idsOf(place(conversation), id(full)).short;

describe('ShortIds', () => {
  it('are the same for one message, and different for others', () => {
    const sut = new ShortIds();
    const shorts = ['a', 'b', 'a'].map((full) => shortOf(sut, 'one', full));
    expect(shorts).toEqual([shorts[0], expect.not.stringMatching(shorts[0]!), shorts[0]]);
    expect(sut.idsOf(place('two'), id('a'))).toEqual({ short: expect.any(String), full: 'a' });
    expect(shorts).not.toContain(shortOf(sut, 'two', 'a'));
  });

  it('are the same object as before while they are valid', () => {
    const sut = new ShortIds();
    const before = sut.numbersOf(place('one'))(id('a'));
    expect(sut.numbersOf(place('one'))(id('a'), before)).toBe(before);
    expect(sut.numbersOf(place('one'))(id('b'), before).full).toBe('b');
    for (let n = 0; n < 1_000; n++) shortOf(sut, 'one', `m${n}`);
    const anew = sut.numbersOf(place('one'))(id('a'), before);
    expect([anew.full, anew.short === before.short]).toEqual(['a', false]);
  });

  it('lead back to the message, in their own conversation only', () => {
    const sut = new ShortIds();
    const [a, b] = [shortOf(sut, 'one', 'a'), shortOf(sut, 'two', 'b')];
    expect([sut.fullOf(place('one'), a), sut.fullOf(place('two'), b)]).toEqual(['a', 'b']);
    expect([sut.fullOf(place('two'), a), sut.fullOf(place('one'), b)]).toEqual([undefined, undefined]);
    expect([sut.knows(place('one'), id('a')), sut.knows(place('two'), id('a'))]).toEqual([true, false]);
  });

  it('are accepted with a # in front, as headers show them', () => {
    const sut = new ShortIds();
    expect(sut.fullOf(place('one'), `#${shortOf(sut, 'one', 'a')}`)).toBe('a');
    expect(sut.fullOf(place('one'), '#1')).toBeUndefined();
  });

  it('leave full ids as they are', () => {
    expect(new ShortIds().fullOf(place('one'), 'guid-1')).toBe('guid-1');
    expect(new ShortIds().fullOf(place('one'), '1700000000000')).toBe('1700000000000');
  });

  it('have six digits', () => {
    for (let n = 0; n < 100; n++) expect(shortOf(new ShortIds(), 'one', 'a')).toMatch(/^[1-9]\d{5}$/);
  });

  it('are unknown after a restart, even when as many are given again', () => {
    let hits = 0;
    for (let run = 0; run < 100; run++) {
      const [before, after] = [new ShortIds(), new ShortIds()];
      const old = Array.from({ length: 20 }, (_, n) => shortOf(before, 'one', `old-${n}`));
      for (let n = 0; n < 20; n++) shortOf(after, 'one', `new-${n}`);
      hits += old.filter((short) => after.fullOf(place('one'), short) !== undefined).length;
    }
    // By chance one of 45,000: of 2,000 one at most, and a row of them only as the numbers of one run.
    expect(hits).toBeLessThanOrEqual(20);
  });

  it('forget the oldest message of a conversation, and never give its number again', () => {
    const sut = new ShortIds();
    const shorts = Array.from({ length: 1_001 }, (_, n) => shortOf(sut, 'one', `m${n}`));
    expect(shorts.slice(0, 2).map((short) => sut.fullOf(place('one'), short))).toEqual([undefined, 'm1']);
    expect(shorts).not.toContain(shortOf(sut, 'one', 'm0'));
  });

  it('forget the conversation that was unused the longest, and never give its numbers again', () => {
    const sut = new ShortIds();
    const shorts = Array.from({ length: 100 }, (_, n) => {
      for (let k = 1; k < 1_000; k++) shortOf(sut, `c${n}`, `m${k}`);
      return shortOf(sut, `c${n}`, 'm');
    });
    shortOf(sut, 'c0', 'm');
    shortOf(sut, 'one more', 'm');
    expect([sut.fullOf(place('c0'), shorts[0]!), sut.fullOf(place('c1'), shorts[1]!)]).toEqual([
      'm',
      undefined,
    ]);
    expect(shortOf(sut, 'c1', 'another')).not.toBe(shorts[1]);
    expect(sut.fullOf(place('c1'), shorts[1]!)).toBeUndefined();
  });

  it('skip numbers that a conversation still holds when all were used', () => {
    const sut = new ShortIds();
    const first = shortOf(sut, 'one', 'first');
    for (let n = 0; n < 900_000 - 1; n++) shortOf(sut, `c${n % 2}`, `m${n}`);
    expect(shortOf(sut, 'one', 'second')).not.toBe(first);
    expect(sut.fullOf(place('one'), first)).toBe('first');
  });
});
