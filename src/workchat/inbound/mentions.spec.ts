import { mentionsBot, wordsOf } from './text.js';

const mention = (id: string, name: string) => ({ type: 'mention', mentioned: { id, name } });
const BOT = mention('28:5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21', 'R&D bot');
const BO = mention('29:bo', 'Bo & Co');
const BEN = { ...mention('29:ben', 'Ben Ito'), text: '<at>Ben</at>' };

describe('a text', () => {
  it.each([
    ['its name', '<at>R&amp;D bot</at> go', [BOT], 'go'],
    ['its name as typed', '<at>R&D bot</at> go', [BOT], 'go'],
    ['its name in other letters', '<at>r&amp;d&nbsp;BOT</at> /status', [BOT], '/status'],
    [
      'its position',
      '<at>Ben</at> and <at>Research</at> meet <at>Bo</at>',
      [BEN, BOT, BO],
      '@Ben Ito and meet @Bo & Co',
    ],
    ['nothing where the text has no tag', 'go', [BOT], 'go'],
  ])('loses a mention of the bot whose entity has no text, by %s', (_, text, entities, shown) => {
    const activity = { text, entities, recipient: { id: BOT.mentioned.id } };
    expect(mentionsBot(activity)).toBe(true);
    expect(wordsOf(activity)).toBe(shown);
  });
});
