import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApiOptional, IsName, IsTime } from './fields.decorator.js';

class Wanted {
  @ApiOptional('') @IsName(5) readonly name?: unknown;
  @ApiOptional('') @IsTime() readonly at?: unknown;
}

/** What is said against a request. */
const faultsOf = (wanted: object): string[] =>
  validateSync(plainToInstance(Wanted, wanted)).flatMap(({ constraints = {} }) => Object.values(constraints));

describe('a name', () => {
  it('is visible text on one line, without the spaces around it', () => {
    for (const name of ['a', '  abcde ', 'é', 'e\u0301', '🙂', null, undefined])
      expect([name, faultsOf({ name })]).toEqual([name, []]);
    expect(plainToInstance(Wanted, { name: ' a b ' }).name).toBe('a b');
  });

  it.each(['a\nb', 'a\u0000', '\u007fa', 'a\ud800'])('is not %j, which is not one line of text', (name) => {
    expect(faultsOf({ name })).toEqual(['name must be one line of text']);
  });

  it.each(['\u200b', '\u0301', '\u3164', '\u2800', '\u200b \u200b', '\ue000'])(
    'is not %j, which no one can see',
    (name) => {
      expect(faultsOf({ name })).toEqual(['name must have a character that can be seen']);
    },
  );

  it('is neither empty, nor too long, nor anything but a text', () => {
    expect(faultsOf({ name: '  ' })).toContain('name should not be empty');
    expect(faultsOf({ name: 'abcdef' })).toEqual(['name must be shorter than or equal to 5 characters']);
    expect(faultsOf({ name: 5 })).toContain('name must be a string');
  });
});

describe('a time', () => {
  it.each([
    '2026-12-31T23:59Z',
    '2026-12-31T23:59:59Z',
    '2026-12-31T23:59:59.1Z',
    '2026-12-31T23:59:59.123456789+02:00',
    '2024-02-29T00:00:00-11:30',
  ])('may be %s', (at) => {
    expect(faultsOf({ at })).toEqual([]);
  });

  it.each([
    5,
    '2026-12-31',
    '2026-12-31T23:59:59',
    '2026-02-29T00:00:00Z',
    '2026-12-31T25:00:00Z',
    'x2026-12-31T23:59:59Z',
    '2026-12-31T23:59:59Zx',
    '2026-12-31T23:59:5Z',
    '2026-12-31T23:59:59.Z',
    '2026-12-31T23:59:59.1234567890Z',
    '2026-12-31T23:59:59*02:00',
  ])('may not be %j', (at) => {
    const example = 'for instance 2026-12-31T23:59:59Z';
    expect(faultsOf({ at })).toEqual([`at must be a time in ISO 8601 with its zone, ${example}`]);
  });
});
