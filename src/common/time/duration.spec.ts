import { durationMs } from './duration.js';

it.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2H', 7_200_000],
  ['1d', 86_400_000],
  ['1h30m', 5_400_000],
])('%s is a time', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

it.each(['', '2', 'h', '2 h', '-1h', '0m', '1.5h', '2w', '1h later', '999d'])('“%s” is none', (text) => {
  expect(durationMs(text)).toBeUndefined();
});
