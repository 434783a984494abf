import { readPlainTapback } from './plain-tapback.js';

it.each([
  ['Loved “Are we on?”', '❤️', false, 'Are we on?'],
  ['Laughed at “a “quoted” word”', '😂', false, 'a “quoted” word'],
  ['Emphasized “two\nlines”', '‼️', false, 'two\nlines'],
  ['\u200aQuestioned “x”\u200a', '❓', false, 'x'],
  ['Reacted 🎉 to “x”', '🎉', false, 'x'],
  ['Removed a heart from “x”', '❤️', true, 'x'],
  ['Removed an exclamation from “x”', '‼️', true, 'x'],
  ['Removed 🎉 from “x”', '🎉', true, 'x'],
  ['Liked an image', '👍', false, undefined],
  ['Removed a dislike from an audio message', '👎', true, undefined],
])('the SMS text %j is a reaction', (text, emoji, isRemoved, quote) => {
  expect(readPlainTapback(text, 'SMS')).toEqual({
    emoji,
    isRemoved,
    ...(quote === undefined ? {} : { quote }),
  });
});

it.each([
  ['\u200b👍\u200b to “\u200asee you\u200a”', '👍', false, 'see you'],
  ['\u200b👍\u200b zu „\u200asee you\u200a“', '👍', false, 'see you'],
  ['Reacted \u200b😂\u200b to \u200asee you', '😂', false, 'see you'],
  ['👍\u200b to “\u200asee you\u200a”', '👍', false, 'see you'],
  ['\u200a\u200b❤\u200b to “\u200atwo\nlines\u200a”\u200a', '❤', false, 'two\nlines'],
  ['Hat mit \u200b👨‍👩‍👧\u200b auf „\u200asee you\u200a“ reagiert', '👨‍👩‍👧', false, 'see you'],
  ['“\u200asee you\u200a”に\u200b🎉\u200bでリアクション', '🎉', false, 'see you'],
  ['\u200b👍\u200b', '👍', false, undefined],
  ['\u200c👍\u200c', '👍', true, undefined],
  ['\u200b👍\u200b to a photo', '👍', false, undefined],
  ['写真に\u200b👍\u200bでリアクション', '👍', false, undefined],
  ['Removed \u200c👍🏽\u200c from “\u200asee you\u200a”', '👍🏽', true, 'see you'],
])(
  'the text %j of Google Messages is a reaction by SMS, RCS and in groups',
  (text, emoji, isRemoved, quote) => {
    const read = { emoji, isRemoved, ...(quote === undefined ? {} : { quote }) };
    for (const service of ['SMS', 'RCS', 'any', undefined])
      expect(readPlainTapback(text, service)).toEqual(read);
  },
);

it('keeps the joined emoji of a tapback in words', () => {
  expect(readPlainTapback('Reacted 👨‍👩‍👧 to “x”', 'SMS')?.emoji).toBe('👨‍👩‍👧');
});

it.each([
  ['I gave a 👍 to “the plan” yesterday', 'SMS'],
  ['👍', 'SMS'],
  ['\u200b👍', 'SMS'],
  ['👍\u200b thanks', 'SMS'],
  ['سلام\u200c👍\u200cخوبی', 'SMS'],
  ['សួស្តី\u200b👍\u200bអរគុណ', 'SMS'],
  ['Dear Ann,\n\u200b👍\u200b great to meet you', 'SMS'],
  [`\u200b👍\u200b it was great to meet you, please bring the papers at nine tomorrow`, 'SMS'],
  ['\u200bsee you\u200b', 'RCS'],
  ['\u200b👍\u200b to “\u200asee you\u200a”', 'iMessage'],
  ['Loved "Are we on?"', 'SMS'],
  ['Loved “Are we on?” and more', 'SMS'],
  ['I Loved “it”', 'SMS'],
  ['Reacted badly to “it”', 'SMS'],
  ['Removed a stone from “it”', 'SMS'],
  ['Liked an idea', 'SMS'],
  ['Loved “Are we on?”', 'iMessage'],
  ['Loved “Are we on?”', undefined],
])('the text %j by %s is no reaction', (text, service) =>
  expect(readPlainTapback(text, service)).toBeUndefined(),
);
