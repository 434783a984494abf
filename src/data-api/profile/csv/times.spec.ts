import { timeOf } from './times.js';

const DAY_MS = 86_400_000;

describe('timeOf', () => {
  it.each([
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['2024-05-01 10:00', '2024-05-01T10:00:00Z'],
    ['2024-05-01T10:00:07.25', '2024-05-01T10:00:07.250Z'],
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
    ['2024-05-01 10:00:00 UTC', '2024-05-01T10:00:00Z'],
    ['2024-05-01 10:00:00+02', '2024-05-01T08:00:00Z'],
    ['2024-05-01 10:00:00.5 -0530', '2024-05-01T15:30:00.500Z'],
    ['2024-05-01T10:00+05:45', '2024-05-01T04:15:00Z'],
    ['2024-12-31T24:00:00', '2025-01-01T00:00:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(timeOf(text)).toBe(Date.parse(expected));
  });

  it.each([
    ['0000-01-01', '0401-01-01'],
    ['1890-01-01', '2110-01-01'],
  ])('knows every day from %s to %s, and no other', (first, end) => {
    const wrong: string[] = [];
    for (let day = Date.parse(first); day < Date.parse(end); day += DAY_MS) {
      const text = new Date(day).toISOString().slice(0, 10);
      const next = new Date(day + DAY_MS).toISOString();
      const others =
        next.slice(8, 10) === '01' ? [32, 31, 30, 29].filter((each) => each > Number(text.slice(8))) : [];
      if (timeOf(text) !== day) wrong.push(text);
      wrong.push(
        ...others.map((each) => `${text.slice(0, 8)}${each}`).filter((each) => !Number.isNaN(timeOf(each))),
      );
    }
    expect(wrong).toEqual([]);
  });

  it('keeps apart what differs in a microsecond', () => {
    expect(timeOf('2024-05-01 10:00:00.000001')).toBeGreaterThan(timeOf('2024-05-01 10:00:00')!);
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-00-10',
    '2024-13-10',
    '2024-01-00',
    '2024-01-01T25:00',
    '2024-01-01T24:01',
    '2024-01-01T10:60',
    '2024-01-01T10:00:60Z',
    '2024-01-01T10:00+24:00',
  ])('finds that %s does not exist', (text) => {
    expect(timeOf(text)).toBeNaN();
  });

  it.each(['', '2024', '2024-1-1', '2024-01-01X', '2024-01-01T10', 'abcd-ef-gh', '2024-01-01 +02'])(
    'takes %j for no date',
    (text) => {
      expect(timeOf(text)).toBeUndefined();
    },
  );
});
