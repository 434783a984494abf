import type { RemoteMessageId, Target } from '../../channels/index.js';
import { ShortIds } from './short-ids.js';

const place = (conversation: string) =>
  ({ channel: 'fake', account: 'default', conversation }) as unknown as Target;
const id = (text: string) => text as RemoteMessageId;
const shortOf = (sut: ShortIds, conversation: string, full: string) =>
  sut.idsOf(place(conversation), id(full)).short;

/** The first two of m0, m1, m2, … that have the same number in the conversation `one`. */
const SHARING = ['m33651', 'm62736'] as const;

describe('ShortIds', () => {
  it('are the same for one message, and different for others', () => {
    const sut = new ShortIds();
    const shorts = ['a', 'b', 'a'].map((full) => shortOf(sut, 'one', full));
    expect(shorts).toEqual([shorts[0], expect.not.stringMatching(shorts[0]!), shorts[0]]);
    expect(sut.idsOf(place('two'), id('a'))).toEqual({ short: expect.any(String), full: 'a' });
    expect(shorts).not.toContain(shortOf(sut, 'two', 'a'));
  });

  it('are the same object as before', () => {
    const sut = new ShortIds();
    const before = sut.numbersOf(place('one'))(id('a'));
    expect(sut.numbersOf(place('one'))(id('a'), before)).toBe(before);
    expect(sut.numbersOf(place('one'))(id('b'), before).full).toBe('b');
    for (let n = 0; n < 1_000; n++) shortOf(sut, 'one', `m${n}`);
    expect(sut.numbersOf(place('one'))(id('a'), before)).toBe(before);
  });

  it('are equal in each process, whatever was numbered before', () => {
    const [one, other] = [new ShortIds(), new ShortIds()];
    for (let n = 0; n < 20; n++) shortOf(other, 'one', `m${n}`);
    expect(shortOf(other, 'one', 'a')).toBe(shortOf(one, 'one', 'a'));
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

  it('have nine digits', () => {
    const sut = new ShortIds();
    for (let n = 0; n < 100; n++) expect(shortOf(sut, 'one', `m${n}`)).toMatch(/^[1-9]\d{8}$/);
  });

  it('are an error after a restart, until the message is shown again', () => {
    const before = shortOf(new ShortIds(), 'one', 'a');
    const sut = new ShortIds();
    for (let n = 0; n < 20; n++) shortOf(sut, 'one', `new-${n}`);
    expect(sut.fullOf(place('one'), before)).toBeUndefined();
    shortOf(sut, 'one', 'a');
    expect(sut.fullOf(place('one'), before)).toBe('a');
  });

  it('never name another message when they are from a release that counted with six digits', () => {
    const sut = new ShortIds();
    for (let n = 0; n < 1_000; n++) shortOf(sut, 'one', `m${n}`);
    for (let old = 100_000; old < 1_000_000; old += 9_973)
      expect(sut.fullOf(place('one'), String(old))).toBeUndefined();
  });

  it('forget the oldest message of a conversation, and never give its number to another', () => {
    const sut = new ShortIds();
    const shorts = Array.from({ length: 1_001 }, (_, n) => shortOf(sut, 'one', `m${n}`));
    expect(shorts.slice(0, 2).map((short) => sut.fullOf(place('one'), short))).toEqual([undefined, 'm1']);
    expect(shorts.slice(1)).not.toContain(shorts[0]);
    expect(shortOf(sut, 'one', 'm0')).toBe(shorts[0]);
  });

  it('forget the conversation that was unused the longest, and never give its numbers to another', () => {
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

  it('name neither of two messages that share a number', () => {
    const sut = new ShortIds();
    const [first, second] = SHARING;
    const short = shortOf(sut, 'one', first);
    expect(sut.fullOf(place('one'), short)).toBe(first);
    expect(shortOf(sut, 'one', second)).toBe(short);
    expect(sut.fullOf(place('one'), short)).toBeUndefined();
    expect([sut.knows(place('one'), id(first)), sut.fullOf(place('one'), first)]).toEqual([true, first]);
  });
});
