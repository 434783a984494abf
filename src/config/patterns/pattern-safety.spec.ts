import fc from 'fast-check';
import { compilePattern, MAX_PATTERN_CHARS, patternProblem } from './pattern-safety.js';

describe('patternProblem', () => {
  it.each([
    '@gatehouse',
    '^(?:hey|hi|hello),?\\s+gate\\s*house\\b',
    '\\b(?:bot|assistant)\\b',
    '@?[a-z]+bot',
    '.*@bot.*'.slice(0, 6),
    '(?:ab){2,}',
    '[ab]*c[ab]*',
    '(?<name>bot)s?',
    '(?<!\\w)bot(?!\\w)',
    'bot{',
    '\\u0040bot',
    '小助手',
    '\\+?\\d{3,4}',
    '(?:a|b)+',
  ])('accepts %s', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    ['an invalid one', '(', /valid regular expression/],
    ['an empty one', '', /non-empty/],
    ['nested quantifiers', '(a+)+$', /nested/],
    ['nested quantifiers with a counted one', '(?:a{1,5}){10}', /nested/],
    ['quantifiers nested deeply', '((?:x(?:y*z))w)*', /nested/],
    ['a repeated optional', '(?:a?)*', /nested/],
    ['a repeated nothing', '(?:|a)*', /nested/],
    ['overlapping alternatives', '(a|a)*$', /overlapping/],
    ['overlapping alternatives by class', '(?:\\w|\\d)+$', /overlapping/],
    ['overlapping alternatives by case', '(?:a|A)+$', /overlapping/],
    ['overlapping alternatives by prefix', '(?:a|ab)+$', /overlapping/],
    ['alternatives deeper inside a repetition', '(?:x(?:a|ab)y)*', /overlapping/],
    ['neighbours that overlap', '.*.*x', /overlap/],
    ['overlap around a part that does not separate', '.*a.*b', /overlap/],
    ['overlap around an optional part', '\\s*x?\\s*$', /overlap/],
    ['many optional neighbours', `${'a?'.repeat(20)}${'a'.repeat(20)}`, /overlap/],
    ['large counts side by side', 'a{1,500}a{1,500}b', /overlap/],
    ['overlap inside a look-ahead', '(?=.*.*x)bot', /overlap/],
    ['overlap of a look-ahead with what is before it', '.*(?=.*x)y', /overlap/],
    ['a backreference', '(a)\\1', /backreference/],
    ['a named backreference', '(?<x>a)\\k<x>', /backreference/],
    ['a long one', 'a'.repeat(MAX_PATTERN_CHARS + 1), /characters/],
  ])('refuses %s', (_name, pattern, message) => {
    expect(patternProblem(pattern)).toMatch(message);
  });

  it('accepts any plain word', () => {
    const word = fc.stringMatching(/^[a-z0-9@ ]{1,40}$/);
    fc.assert(fc.property(word, (text) => patternProblem(text) === undefined));
  });

  it('accepts only patterns that compile, and otherwise gives a reason', () => {
    const pieces = [
      'a',
      'b',
      '.',
      '\\w',
      '[^a]',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '+',
      '?',
      '{1,3}',
      '\\b',
      '(?=',
      '$',
      '{',
    ];
    const pattern = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, (text) => {
        const problem = patternProblem(text);
        expect(problem).not.toBe('a regular expression with plain syntax');
        if (problem === undefined)
          expect(compilePattern(text).test(`${'ab'.repeat(500)}!`)).toEqual(expect.any(Boolean));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('compilePattern', () => {
  it('ignores case', () => {
    expect(compilePattern('@Bot').test('hello @bOT')).toBe(true);
  });
});
