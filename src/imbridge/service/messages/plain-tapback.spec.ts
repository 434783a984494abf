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
