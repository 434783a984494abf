import type { DirectoryMessage } from '../service/directory/messages.js';
import { eitherOf, matcherOf } from './sent-message-matcher.js';

const shown = (html: string) =>
  ({ html, isDeleted: false, attachments: [], cards: [] }) as unknown as DirectoryMessage;

describe('eitherOf', () => {
  const wanted = matcherOf({ text: 'the rose needs water' });
  const other = matcherOf({ text: 'the rose needs light' });

  it('accepts the text of any form', () => {
    expect(eitherOf([other, wanted], []).fits(shown('<p>The rose</p>'))).toBe(false);
    expect(eitherOf([other, wanted], []).fits(shown('<p>the rose needs water</p>'))).toBe(true);
  });

  it('accepts a text with most of the words as possible, unless another message fits', () => {
    const message = shown('<p>the rose needs light</p>');
    expect(eitherOf([wanted], []).mayFit(message)).toBe(true);
    expect(eitherOf([wanted], [other]).mayFit(message)).toBe(false);
  });
});
