import fc from 'fast-check';
import { plainTextOf } from './plain-text.js';

/** Markdown of a model, and the resulting text. */
const CASES: readonly (readonly [what: string, written: string, read: string])[] = [
  ['bold and italic', 'This is **very** *nice*, __really very__ _so_.', 'This is very nice, really very so.'],
  ['code within a line', 'Run `rm -rf *` & see `a&b <x>`.', 'Run rm -rf * & see a&b <x>.'],
  [
    'a block of code',
    'So:\n\n```ts\nconst a = `**b**`;\n\n  x();\n```\n\nDone.',
    'So:\n\nconst a = `**b**`;\n\n  x();\n\nDone.',
  ],
  ['a heading', '## Plan for **today**\nFirst', 'Plan for today\nFirst'],
  ['a list in a list', '* one\n* **two**\n  1. a\n  2. b\n\nEnd', '- one\n- two\n  1. a\n  2. b\n\nEnd'],
  ['tasks', '- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
  ['numbers as they are', '3. three\n4. four', '3. three\n4. four'],
  [
    'a link',
    'See [the docs](https://x.example/a_b_c) or <https://y.example>.',
    'See the docs (https://x.example/a_b_c) or https://y.example.',
  ],
  ['a link that shows its address', '[x.example](https://x.example/)', 'x.example'],
  [
    'a link that shows another address',
    '[bank.example](https://evil.example)',
    'bank.example (https://evil.example)',
  ],
  ['a picture', '![a cat](https://x.example/cat.png)', 'a cat (https://x.example/cat.png)'],
  [
    'a table',
    '| Fruit | Price | Stock |\n|---|--:|---|\n| **Apple** | 3 € | 4<br>or 5 |\n| Pear | | 10 |',
    '- Apple — Price: 3 €; Stock: 4, or 5\n- Pear — Stock: 10',
  ],
  ['a quotation', '> first\n> *second*', '> first\n> second'],
  ['a line', 'a\n\n---\n\nb', 'a\n\n———\n\nb'],
  ['what is struck out', 'It is ~~50~~ 40.', 'It is ~~50~~ 40.'],
  ['what is escaped', '\\*not bold\\* &amp; more', '*not bold* & more'],
  ['lines as they were', 'Dear Ann,\nsee you.\n\nBob', 'Dear Ann,\nsee you.\n\nBob'],
];

describe('row 36: plainTextOf', () => {
  it.each(CASES)('renders %s', (_what, written, read) => expect(plainTextOf(written)).toBe(read));

  it.each([
    '5*3*2 = 30 and 2 * 3 * 4, 2**3**2',
    'snake_case_name, __init__.py, my__dunder__name',
    'src/**/*.ts and test/**',
    '#hashtag, +49 170 1234567, 50% - 20%',
    'I am < 3 & you > 2 | maybe',
    'a ~ b, ~5 min or ~10',
    '¯_(ツ)_/¯',
  ])('leaves text unchanged that only resembles Markdown: %s', (text) =>
    expect(plainTextOf(text)).toBe(text),
  );

  it.each(['>', '[', '*a', '`', '* ', '- ', '\u2028', '\r'])('handles thousands of %j', (mark) => {
    const many = `${mark.repeat(50_000)}x`;
    expect(plainTextOf(many)).toBe(many);
    expect(plainTextOf(`${mark.repeat(1_000)}x`).endsWith('x')).toBe(true);
  });

  it('keeps every word', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const marked = fc
      .tuple(word, fc.constantFrom('**', '*', '`', '_', '## ', '- ', '> ', ''))
      .map(([text, mark]) => (mark.endsWith(' ') ? `\n${mark}${text}` : `${mark}${text}${mark}`));
    fc.assert(
      fc.property(fc.array(marked, { maxLength: 12 }), (parts) => {
        const letters = (text: string) => text.replace(/[^a-z]/g, '');
        expect(letters(plainTextOf(parts.join(' ')))).toBe(letters(parts.join(' ')));
      }),
    );
  });
});
