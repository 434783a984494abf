import { tapbackNameOf } from './tapback.js';

it.each([
  ['love', ['❤️', '❤', '♥️', '😍', 'heart', 'Red Heart', ':heart_eyes:', 'loved']],
  ['like', ['👍', '👍🏽', '👌🏿', ':thumbsup:', 'thumbs-up', 'OK', ':+1:']],
  ['dislike', ['👎🏻', '🙅‍♀️', 'no']],
  ['laugh', ['😂', 'LOL', 'haha']],
  ['emphasize', ['‼️', '‼', '!!', '❗', 'wow']],
  ['question', ['❓', '?', 'question']],
])('%s is the tapback of %j', (name, texts) =>
  expect(texts.map(tapbackNameOf)).toEqual(texts.map(() => name)),
);

it.each(['', '🎉', 'party', '-love', '👍👍', 'constructor'])('%j is none of the six tapbacks', (text) =>
  expect(tapbackNameOf(text)).toBeUndefined(),
);
