import { asCalled, duration, fromNow, plainJson, printable, printableLines } from './text.js';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3_600, '1 h'],
  [200_000, '2 d'],
])('duration shortens %d seconds to %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it('fromNow shows a time relative to now', () => {
  const now = Date.parse('2026-01-31T10:00:00Z');
  expect(fromNow('2026-01-31T10:42:30Z', now)).toBe('in 42 min');
  expect(fromNow('2026-01-31T07:00:00Z', now)).toBe('3 h ago');
});

it('printable replaces control and direction characters', () => {
  expect(printable('a\u001b[2J\nb\u202ec é 你')).toBe('a\ufffd[2J\ufffdb\ufffdc é 你');
  expect(printableLines('a\u009b2J\nb\r')).toBe('a\ufffd2J\nb\ufffd');
});

it('plainJson escapes what a terminal would obey, and stays the same data', () => {
  const data = { name: 'a\u009b2J\u202eb\u001b[31m\u007f', other: 'ä' };
  expect(plainJson(data)).toBe(String.raw`{"name":"a\u009b2J\u202eb\u001b[31m\u007f","other":"ä"}`);
  expect(JSON.parse(plainJson(data, 2))).toEqual(data);
});

it('asCalled writes commands the way the program was called, and leaves other words unchanged', () => {
  const words =
    'gatehouse: Gatehouse runs; gatehouse start [gatehouse workchat doctor] Usage: gatehouse [options]';
  expect(asCalled({ calledAs: 'node x.js' }, words)).toBe(
    'gatehouse: Gatehouse runs; node x.js start [node x.js workchat doctor] Usage: node x.js [options]',
  );
});
