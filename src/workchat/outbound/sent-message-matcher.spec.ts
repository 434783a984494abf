import type { DirectoryMessage } from '../service/directory/messages.js';
import { eitherOf, matcherOf } from './sent-message-matcher.js';

const shown = (html: string) =>
  ({ html, isDeleted: false, attachments: [], cards: [] }) as unknown as DirectoryMessage;

describe('eitherOf', () => {
  const wanted = matcherOf({ text: 'the rose needs water' });
  const other = matcherOf({ text: 'the rose needs light' });

  it('takes the text of any form', () => {
    expect(eitherOf([other, wanted], []).fits(shown('<p>The rose</p>'))).toBe(false);
    expect(eitherOf([other, wanted], []).fits(shown('<p>the rose needs water</p>'))).toBe(true);
  });

  it('takes a text with most of the words for possible, unless it is certainly another message', () => {
    const message = shown('<p>the rose needs light</p>');
    expect(eitherOf([wanted], []).mayFit(message)).toBe(true);
    expect(eitherOf([wanted], [other]).mayFit(message)).toBe(false);
  });
});
