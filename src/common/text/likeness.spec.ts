import { comparableText, likenessOf, plainName } from './likeness.js';

describe('likenessOf', () => {
  it.each([
    [`with quotes: "it's" fine`, 'with quotes: \u201cit\u2019s\u201d fine'],
    ['love \u2764 it', 'love \u2764\ufe0f it'],
    ['well -- no', 'well \u2014 no'],
    ['one.  Two', 'one. Two'],
    ['wait...', 'wait\u2026'],
    ['caf\u00e9\nline', ' cafe\u0301\r\nline\ufffc '],
    ['\u{1f44d} !', '\u{1f44d}\ufe0f\u00a0!'],
    ['', ' \n'],
  ])('%j comes back equal as %j', (sent, back) => expect(likenessOf(sent, back)).toBe('equal'));

  it.each([
    ['**Yes**, *please*', 'Yes, please'],
    ['\u041f\u0440\u0438\u0432\u0435\u0442!', '\u041f\u0440\u0438\u0432\u0435\u0442'],
    ['\u0928\u092e\u0938\u094d\u0924\u0947!', '\u0928\u092e\u0938\u094d\u0924\u0947'],
    ['\u4f60\u597d\u3002', '\u4f60\u597d'],
    ['Yes!', 'Yes?'],
    ['Add 1/2 cup', 'Add \u00bd cup'],
  ])('%j has the same words as %j', (sent, back) => expect(likenessOf(sent, back)).toBe('same'));

  it.each([
    ['We meet at 5 (c) Example', 'We meet at 5 \u00a9 Example'],
    ['The train leaves at 9:40 from platform 3 :D', 'The train leaves at 9:40 from platform 3 \u{1f603}'],
  ])('%j is near %j', (sent, back) => expect(likenessOf(sent, back)).toBe('near'));

  it.each([
    ['Your room is number 12', 'Your room is number 13'],
    ['yes', 'yep'],
    ['Take the train', 'Take the bus instead'],
    ['\u{1f44d}', '\u{1f44e}'],
    ['\u{1f44d}', 'yes'],
    ['!', '?'],
    ['\u0926\u093f\u0928', '\u0926\u0940\u0928'],
    ['Yes', 'yes'],
  ])('%j is another text than %j', (sent, back) => expect(likenessOf(sent, back)).toBe('other'));

  it('compares long texts in linear time', () => {
    const long = 'ab'.repeat(500_000);
    const startedAt = performance.now();
    expect(likenessOf(long, `${long}c`)).toBe('near');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('comparableText', () => {
  it('is the words, or what else there is where a text has none', () => {
    expect(['It\u2019s  5!', '\u2764\ufe0f\u2026', ' '].map(comparableText)).toEqual([
      'Its5',
      '\u2764...',
      '',
    ]);
  });
});

describe('plainName', () => {
  it('keeps case, dashes and the number of spaces, which tell files apart', () => {
    expect(plainName('Scan\u202fAM \u201cU\u0308ber\u201d.PNG')).toBe('Scan AM "\u00dcber".PNG');
    expect(plainName('a  b\u2014c.txt')).toBe('a  b\u2014c.txt');
  });
});
