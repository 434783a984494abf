import fc from 'fast-check';
import { TEXT_STYLES } from '../../channels/index.js';
import { plainTextOf, renderMarkdown } from './plain-text.js';

/** The styled parts of rendered Markdown, each as `styles: text`. */
const styledParts = (markdown: string): string[] => {
  const { text, styled = [] } = renderMarkdown(markdown);
  return styled.map(
    ({ start, length, styles }) => `${styles.join('+')}: ${text.slice(start, start + length)}`,
  );
};

describe('the styles of rendered Markdown', () => {
  it.each([
    ['bold and italic', 'a **b c** *d* __e f__ _g_', ['bold: b c', 'italic: d', 'bold: e f', 'italic: g']],
    ['bold within italic', '*a **b** c*', ['italic: a ', 'bold+italic: b', 'italic:  c']],
    ['bold and italic at once', '***both***', ['bold+italic: both']],
    ['underlined words', 'an <u>old **name**</u>', ['underline: old ', 'bold+underline: name']],
    ['inserted words', '<ins>new</ins>', ['underline: new']],
    ['struck-out words, whose marks stay', 'It is ~~50~~ 40.', ['strikethrough: 50']],
    ['code within bold', '**run `x`**', ['bold: run x']],
    ['a bold link', '**[docs](https://x.example/a)**', ['bold: docs (https://x.example/a)']],
    ['a link with a bold word', '[the **docs**](https://x.example)', ['bold: docs']],
    ['a heading', '## Plan for **today**', ['bold: today']],
    ['a list in a list', '- **one**\n  1. a *b*', ['bold: one', 'italic: b']],
    ['a table', '| **Fruit** | Price |\n|---|---|\n| Apple | *3* |', ['italic: 3']],
    ['bold over two quoted lines, without their marks', '> **a\n> b**', ['bold: a', 'bold: b']],
    ['bold over two lines of an item, without their indentation', '- **a\n  b**', ['bold: a', 'bold: b']],
    ['words behind an emoji, in UTF-16 units', '👩‍👩‍👧 **ja** 🇩🇪 *é*', ['bold: ja', 'italic: é']],
    ['an emoji', '**👍🏽**', ['bold: 👍🏽']],
  ])('are those of %s', (_what, markdown, styled) => expect(styledParts(markdown)).toEqual(styled));

  it.each([
    ['code', '`**a**` and\n\n```\n*b* ~~c~~\n```'],
    ['what is escaped', '\\*a\\* \\~~b\\~~'],
    ['what only looks like markup', '5*3*2 snake_case_name src/**/*.ts ~5 or 6~'],
    ['the names of tags', 'Use <u> and </u>, or <u></u>.'],
    ['a tag that is not closed', '<u>a'],
    ['a link, an image and a heading', '# A\n[b](https://x.example) ![c](https://x.example/c.png)'],
  ])('are none for %s', (_what, markdown) => expect(renderMarkdown(markdown).styled).toBeUndefined());

  it('lie within the text, in order and without overlaps', () => {
    const mark = fc.constantFrom(
      '**',
      '*',
      '_',
      '~~',
      '<u>',
      '</u>',
      '\n- ',
      '\n> ',
      '\n\n',
      '| ',
      '`',
      '😀',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), (marks) => {
        const markdown = marks.join('');
        const { text, styled = [] } = renderMarkdown(markdown);
        expect(text).toBe(plainTextOf(markdown));
        let end = 0;
        for (const { start, length, styles } of styled) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(length).toBeGreaterThan(0);
          expect(styles).toEqual(TEXT_STYLES.filter((style) => styles.includes(style)));
          end = start + length;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('are found in time proportional to the number of marks', () => {
    // The square of the number of tags or levels would take longer than a test has.
    for (const markdown of [
      '<u>'.repeat(2_999),
      '*a '.repeat(1_400) + 'a*'.repeat(1_400),
      '<u> '.repeat(1_500) + '</u>',
    ])
      expect(renderMarkdown(markdown).text).not.toBe('');
  });
});
