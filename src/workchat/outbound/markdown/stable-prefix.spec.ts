import fc from 'fast-check';
import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { platformMarkdown } from './markdown.js';
import { withMentions } from '../mentions.js';
import { stablePrefixLength } from './stable-prefix.js';

const shown = (text: string): string => withMentions(platformMarkdown(text)).text;
const stable = (text: string): string => text.slice(0, stablePrefixLength(text));
const LONG = 'a sentence that is long enough to be shown';

describe('stablePrefixLength', () => {
  it.each([
    ['half a word', `${LONG} while it is writ`, `${LONG} while it is`],
    ['a line that may become a table', 'a few words and', ''],
    ['a finished line', 'a few words\nand', 'a few words'],
    ['a finished line whose end is a break', `text\n${LONG}\\\nand`, 'text'],
    ['a heading that is being written', 'text\n# One and more words than a head of a table', 'text'],
    ['a finished heading', '# One\n', '# One'],
    ['a table that may have more rows', 'text\n| a | b |\n|---|---|\n| 1 | 2 |\n', 'text'],
    ['the head of a table, perhaps', 'text\n| a | b |\n|-', 'text'],
    ['a row that is no table', 'a | b\nwords', 'a | b'],
    [
      'a table with text behind it',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\ntext\n',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\ntext',
    ],
    ['an open code block', 'text\n```js\nlet a;\n', 'text'],
    ['a closed one', '```js\nlet a;\n```\nte', '```js\nlet a;\n```'],
    ['bold words that are not closed', `${LONG} **at last, a`, LONG],
    ['bold words that are', `${LONG} **at last** it`, `${LONG} **at last**`],
    ['code in a line', `${LONG} \`a ** b\` is \`a `, `${LONG} \`a ** b\` is`],
    ['a name with lines in it', `${LONG} snake_case_ here`, LONG],
    ['a link', `${LONG} [the page](https://a.example "its title`, LONG],
    ['a picture', `${LONG} ![the page](https://a.example) it`, LONG],
    ['a mention, perhaps', `${LONG} then @[Irene Paz](29:a) said so\nand more\n`, `${LONG} then`],
    ['no mention', `${LONG} then @[x] said so`, `${LONG} then @[x] said`],
    ['a list', `- one\n  - two, ${LONG} and`, `- one\n  - two, ${LONG}`],
  ])('leaves out text that may still change: %s', (_, text, expected) => {
    expect(stable(text)).toBe(expected);
  });

  it('gives a prefix that is displayed the same whatever text follows', () => {
    const pieces = fc.constantFrom(
      ...['\n', '\n', ' ', ' ', '|', '| a ', '---', '-', '- ', '* ', '  - ', '1. ', '[ ] ', '# ', '## '],
      ...['**', '*', '_', '`', '```', '```js\n', '~~~', '@', '[', ']', '(', ')', '29:x', '!', '<', 'at', '>'],
      ...[
        'words ',
        'more words ',
        LONG,
        `${LONG} `,
        '\\',
        '"',
        '|---|---|\n',
        'a | b\n',
        '\t',
        '@[A](29:b)',
        '\\\n',
        '> ',
        '>',
        '    ',
        '2. ',
        '\r\n',
        '---\n',
        `${LONG}\n`,
        `${LONG} \\\n`,
        '👨‍👩‍👧',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const whole = parts.join('');
        let text = '';
        for (const part of parts) {
          text += part;
          const length = stablePrefixLength(text);
          expect(shown(whole).startsWith(shown(text.slice(0, length)))).toBe(true);
          expect(length).toBe(text.slice(0, length).trimEnd().length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes time in proportion to the text', () => {
    const started = performance.now();
    for (const text of ['@[', '`a ', '**a ', '[a](', '| a\n', '_a ']) stablePrefixLength(text.repeat(10_000));
    for (const text of [`# a${' '.repeat(20_000)}\n`, `${'!['.repeat(20_000)}\n`, '\t'.repeat(100_000)])
      stablePrefixLength(`${text}x`);
    expect(performance.now() - started).toBeLessThan(timeLimit(5_000));
  });
});
