import { visibly } from '../json-values.js';

it.each([
  ['what people write', 'Grüße, 你好, שלום 👍', 'Grüße, 你好, שלום 👍'],
  ['a turned direction', 'exe\u202egpj', 'exe\\u{202e}gpj'],
  ['tags and joiners', 'a\u{e0041}\u200d\ufe0fb', 'a\\u{e0041}\\u{200d}\\u{fe0f}b'],
  ['breaks and controls', 'a\r\n\tb\u0000\u2028', 'a\\u{d}\\u{a}\\u{9}b\\u{0}\\u{2028}'],
  ['what looks like a space', 'a\u00a0\u2003\u2800\u3164 b', 'a\\u{a0}\\u{2003}\\u{2800}\\u{3164} b'],
  ['half a character', 'a\ud83d', 'a\\u{d83d}'],
])('a text shows %s', (_, text, shown) => {
  expect(visibly(text)).toBe(shown);
});
