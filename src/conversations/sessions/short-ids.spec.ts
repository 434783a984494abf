import type { RemoteMessageId, Target } from '../../channels/index.js';
import { ShortIds } from './short-ids.js';

const place = (conversation: string) =>
  ({ channel: 'fake', account: 'default', conversation }) as unknown as Target;
const id = (text: string) => text as RemoteMessageId;

describe('ShortIds', () => {
  it('count up in each conversation, the same for the same message', () => {
    const sut = new ShortIds();
    const shorts = ['a', 'b', 'a'].map((full) => sut.idsOf(place('one'), id(full)).short);
    expect(shorts).toEqual(['1', '2', '1']);
    expect(sut.idsOf(place('two'), id('c'))).toEqual({ short: '1', full: 'c' });
  });

  it('lead back to the message, in their own conversation only', () => {
    const sut = new ShortIds();
    sut.idsOf(place('one'), id('a'));
    sut.idsOf(place('one'), id('b'));
    sut.idsOf(place('two'), id('c'));
    expect([sut.fullOf(place('one'), '2'), sut.fullOf(place('two'), '1')]).toEqual(['b', 'c']);
    expect(sut.fullOf(place('two'), '2')).toBeUndefined();
  });

  it('leave full ids as they are', () => {
    expect(new ShortIds().fullOf(place('one'), 'guid-1')).toBe('guid-1');
  });

  it('stand for nothing after a restart', () => {
    new ShortIds().idsOf(place('one'), id('a'));
    expect(new ShortIds().fullOf(place('one'), '1')).toBeUndefined();
  });

  it('forget the oldest message of a conversation, and never give its number again', () => {
    const sut = new ShortIds();
    for (let n = 0; n <= 1_000; n++) sut.idsOf(place('one'), id(`m${n}`));
    expect([sut.fullOf(place('one'), '1'), sut.fullOf(place('one'), '2')]).toEqual([undefined, 'm1']);
    expect(sut.idsOf(place('one'), id('m0')).short).toBe('1002');
  });

  it('forget the conversation that was not heard of for longest', () => {
    const sut = new ShortIds();
    for (let n = 0; n < 5_000; n++) sut.idsOf(place(`c${n}`), id('m'));
    sut.idsOf(place('c0'), id('m'));
    sut.idsOf(place('one more'), id('m'));
    expect([sut.fullOf(place('c0'), '1'), sut.fullOf(place('c1'), '1')]).toEqual(['m', undefined]);
  });
});
