import fc from 'fast-check';
import { ReplyTags, withoutReplyTags } from './reply-tags.js';

describe('ReplyTags', () => {
  const TAGGED = [
    ['[[reply_to_current]] Hello', 'Hello', 'current'],
    ['[[reply_to_current]]\n\n  code', '  code', 'current'],
    ['\n [[ Reply_To_Current ]]Hello', 'Hello', 'current'],
    ['[[reply_to:123456789]] Hello', 'Hello', { id: '123456789' }],
    ['[[reply_to: p:0/AB-12 ]] Hello', 'Hello', { id: 'p:0/AB-12' }],
    ['[[reply_to_current]] [[reply_to:#7]]Hello', 'Hello', { id: '#7' }],
    ['[[reply_to_current]]', '', 'current'],
  ] as const;
  const UNTAGGED = [
    'Hello [[reply_to_current]]',
    '[[reply_to]] is a tag',
    '[[note]]',
    '[link](x)',
    '[',
    '[[',
    '  \n indented',
    '[[reply_to_currently]]',
  ] as const;

  /** The text that comes out when it goes in piece by piece. */
  const inPieces = (text: string, at: readonly number[]) => {
    const sut = new ReplyTags();
    const cuts = [0, ...at.map((each) => each % (text.length + 1)).toSorted((a, b) => a - b), text.length];
    const shown = cuts.slice(1).map((end, index) => sut.push(text.slice(cuts[index], end)));
    return { sut, shown: [...shown, sut.end()] };
  };
  const anyCuts = fc.array(fc.nat(60), { maxLength: 8 });

  it.each(TAGGED)('takes the tag from %j, however it is cut', (text, rest, wish) => {
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        const { sut, shown } = inPieces(text, cuts);
        expect([shown.join(''), sut.wish]).toEqual([rest, wish]);
      }),
    );
  });

  it.each(UNTAGGED)('leaves %j as it is, however it is cut', (text) => {
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        const { sut, shown } = inPieces(text, cuts);
        expect([shown.join(''), sut.wish]).toEqual([text, undefined]);
      }),
    );
  });

  it('holds back no more than what may become a tag', () => {
    const sut = new ReplyTags();
    expect(['[', '[re', 'd]] x', ' y'].map((piece) => sut.push(piece))).toEqual(['', '', '[[red]] x', ' y']);
  });

  it.each(['[[reply_to_cur', '[[reply_to:12', '[[reply_to_current]', '[[r'])(
    'does not show %j, which was cut off',
    (text) => expect(withoutReplyTags(text)).toBe(''),
  );
});
