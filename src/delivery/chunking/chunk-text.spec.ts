import fc from 'fast-check';
import { chunkFormatted, type ChunkOptions, chunksFor, chunkText, linksOf } from './chunk-text.js';
import { endsInFence, fencesOf } from './fences.js';
import type { ConnectorRegistry, StyledRange, Target } from '../../channels/index.js';

/** A block with a line of code. */
const fence = (length: number) => `\`\`\`\n${'x'.repeat(length)}\n\`\`\``;
const byLength = (limit: number): ChunkOptions => ({ limit, mode: 'length' });

describe('chunkText', () => {
  it('leaves a short text whole', () => {
    expect(chunkText('hello\n\nworld', byLength(100))).toEqual(['hello\n\nworld']);
  });

  it('splits at blank lines in newline mode, then by length', () => {
    expect(chunkText('one\n\ntwo two two\n \n\nthree', { limit: 8, mode: 'newline' })).toEqual([
      'one',
      'two two',
      'two',
      'three',
    ]);
  });

  it('prefers the end of a line to the end of a word', () => {
    expect(chunkText('aaaa bb\ncc dd', byLength(10))).toEqual(['aaaa bb', 'cc dd']);
  });

  it('cuts in a word rather than make a chunk of half the limit', () => {
    expect(chunkText('aaaaa bbbbbbbb', byLength(10))).toEqual(['aaaaa bbbb', 'bbbb']);
    expect(chunkText('aaaaa\nbbbbbbbb', byLength(10))).toEqual(['aaaaa\nbbbb', 'bbbb']);
    expect(chunkText('aaaaaa bbbbbbb', byLength(10))).toEqual(['aaaaaa', 'bbbbbbb']);
  });

  it('never cuts a character in two', () => {
    expect(chunkText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', byLength(12))).toEqual(['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']);
    expect(chunkText('e\u0301e\u0301', byLength(3))).toEqual(['e\u0301', 'e\u0301']);
    expect(chunkText('🇩🇪🇫🇷🇯🇵', byLength(6))).toEqual(['🇩🇪', '🇫🇷', '🇯🇵']);
    // One that is longer than a message is cut between two code points.
    for (const limit of [2, 3, 4, 5]) {
      const cut = chunkText('👩‍👩‍👧‍👦', byLength(limit));
      expect([cut.join(''), cut.map((each) => each.isWellFormed())]).toEqual(['👩‍👩‍👧‍👦', cut.map(() => true)]);
    }
  });

  it('keeps a block of code whole when it fits, and ignores blank lines in it', () => {
    const code = '```js\nlet a;\n\nlet b;\n```';
    const text = `Some words ahead.\n${code}\nbehind`;
    expect(chunkText(text, byLength(30))).toEqual(['Some words ahead.', code, 'behind']);
    expect(chunkText(`ahead\n\n${code}\n\nbehind`, { limit: 40, mode: 'newline' })).toEqual([
      'ahead',
      code,
      'behind',
    ]);
  });

  it('closes a long block of code at the cut and opens it again, indentation kept', () => {
    const code = '```js\n  first();\n  second();\n\n  third();\n```';
    expect(chunkText(code, byLength(36))).toEqual([
      '```js\n  first();\n  second();\n\n```',
      '```js\n  third();\n```',
    ]);
  });

  it.each([
    ['as long as a message', 30, `a\n${fence(22)}`, ['a', fence(22)]],
    ['longer, from the middle of a message on', 60, `${'w'.repeat(29)}\n${fence(70)}`, 'in'],
    ['longer, from behind the middle on', 60, `${'w'.repeat(30)}\n${fence(70)}`, 'before'],
    ['longer, of which 16 characters fit', 44, `${'w'.repeat(19)}\n${fence(70)}`, 'in'],
    ['longer, of which 15 characters fit', 44, `${'w'.repeat(20)}\n${fence(70)}`, 'before'],
  ] as const)('cuts at a block of code that is %s', (_, limit, text, expected) => {
    const chunks = chunkText(text, byLength(limit));
    const place = chunks[0]?.includes('```') ? 'in' : 'before';
    expect(typeof expected === 'string' ? place : chunks).toEqual(expected);
  });

  it('makes no chunk for a closing fence alone', () => {
    expect(chunkText('```\n0123456789012345\n````\nthe end', byLength(24))).toEqual([
      '```\n0123456789012345\n```',
      'the end',
    ]);
    expect(chunkText('~~~\n0123456789012345\n0123456789\n~~~ \n end', byLength(35))).toEqual([
      '~~~\n0123456789012345\n0123456789\n~~~',
      'end',
    ]);
  });

  it('recognizes a block of code by its fences whatever ends the lines', () => {
    const code = '```js\r\nconst x = 1;\r\n\r\nconst y = 2;\r\n```';
    const chunks = chunkText(`as follows, in a few lines\r\n\r\n${code}`, byLength(52));
    expect(chunks).toEqual(['as follows, in a few lines', code]);
  });

  it('ends a block of code only at a fence with nothing behind it', () => {
    expect(endsInFence('```md\n```js\nlet a;')).toBe(true);
    expect(endsInFence('```md\n```js\nlet a;\n``` ')).toBe(false);
    expect(endsInFence('````\n```\nlet a;')).toBe(true);
    expect(endsInFence('```\nlet a;\n````')).toBe(false);
  });

  it('treats fences within a line as text', () => {
    const text = 'call ```f()``` or\n```g()``` as you like it best';
    expect(chunkText(text, byLength(20))).toEqual(['call ```f()``` or', '```g()``` as you', 'like it best']);
  });

  it('keeps links whole, and cuts only those longer than a message', () => {
    expect(chunkText('see https://example.org/a/b?c=d for it', byLength(30))).toEqual([
      'see',
      'https://example.org/a/b?c=d',
      'for it',
    ]);
    expect(chunkText('as [the long manual](http://m.org/a_(b)) says', byLength(34))).toEqual([
      'as [the long manual](http://m.org/',
      'a_(b)) says',
    ]);
    expect(chunkText('as [the long manual](http://m.org/a_(b)) says', byLength(38))).toEqual([
      'as',
      '[the long manual](http://m.org/a_(b))',
      'says',
    ]);
  });

  it.each([
    ['words', 'lorem ipsum dolor '],
    ['no spaces', 'x'],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['brackets', '[[]('],
    ['links', '[a](http://b.c/d) '],
    ['blank lines', '\n \n'],
    ['code', '```\n\nx\n```\n'],
    ['one long block of code', '\nlet x = 1;'],
  ])('takes time in proportion to a megabyte of %s', (name, unit) => {
    const start = name.startsWith('one') ? '```js' : '';
    const text = start + unit.repeat(1_000_000 / unit.length);
    // The square of it would not end within the time a test has.
    for (const mode of ['length', 'newline'] as const) {
      const chunks = chunkText(text, { limit: 4_000, mode });
      expect(chunks.every((chunk) => chunk.length <= 4_000)).toBe(true);
    }
  });
});

/** Texts as models write them; each block of code has a language of its own, by which it is known again. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^https:\/\/[a-z]{1,10}\.org\/[a-z?=&/()]{0,40}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^\[[a-z ]{1,20}\]\(http:\/\/[a-z/]{1,20}\)$/) },
);
const withoutMarks = (text: string) => text.replace(/`{2,}|~{2,}/g, '-');
const prose = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', '\n', '\n\n', '')), { minLength: 1, maxLength: 20 })
  .map((words) => withoutMarks(words.flat().join('')));
const code = fc.record({
  mark: fc.constantFrom('```', '~~~', '````'),
  lines: fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }).map(withoutMarks), { maxLength: 12 }),
});
const answer = fc.array(fc.oneof(prose, code), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts
    .map((part, index) => {
      if (typeof part === 'string') return part;
      return [`${part.mark}lang${index}x`, ...part.lines, part.mark].join('\n');
    })
    .join('\n'),
);
const options = fc.record({
  limit: fc.integer({ min: 40, max: 200 }),
  mode: fc.constantFrom('length', 'newline'),
});

/**
 * The inverse of chunkText, white space apart: a chunk that opens with the line of a block seen before continues
 * it, and then the mark at the end of the chunk before was added.
 */
function rejoin(chunks: readonly string[]): string {
  let whole = '';
  const seen = new Set<string>();
  for (const chunk of chunks) {
    const [first = '', ...rest] = chunk.split('\n');
    const goesOn = /lang\d+x$/.test(first) && seen.has(first);
    whole = goesOn ? whole.replace(/\n(`+|~+)$/, '') + rest.join('\n') : whole + chunk;
    for (const { opening } of fencesOf(chunk)) seen.add(opening);
  }
  return whole;
}

const squeezed = (text: string) => text.replace(/\s+/g, '');
const graphemesOf = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/**
 * Whether chunks are the whole text, one part after the other, marks of code and white space apart: a chunk may begin
 * with the line that opens a block again, its language with it.
 */
function areInOrder(chunks: readonly string[], text: string): boolean {
  const bare = (part: string) => part.replace(/[`~\s]/g, '');
  const whole = bare(text);
  // Both may fit where the language and what follows look alike: all places where the next chunk may begin.
  let ends = new Set([0]);
  for (const chunk of chunks) {
    const readings = [chunk, ...(/^(```|~~~)/.test(chunk) ? [chunk.slice(chunk.indexOf('\n') + 1)] : [])].map(
      bare,
    );
    const fitting = [...ends].flatMap((end) =>
      readings.filter((part) => whole.startsWith(part, end)).map((part) => end + part.length),
    );
    ends = new Set(fitting);
  }
  return ends.has(whole.length);
}

describe('the chunks of any text', () => {
  const holds = (check: (text: string, chunks: string[], limit: number) => void) =>
    fc.assert(
      fc.property(answer, options, (text, given) => check(text, chunkText(text, given), given.limit)),
      { numRuns: 500 },
    );

  it('are within the limit, not blank, and well-formed', () =>
    holds((_, chunks, limit) => {
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(limit);
        expect(chunk.trim()).not.toBe('');
        expect(chunk.isWellFormed()).toBe(true);
      }
    }));

  it('rejoin to the text', () =>
    holds((text, chunks) => expect(squeezed(rejoin(chunks))).toBe(squeezed(text))));

  it('have all their fences closed', () =>
    holds((_, chunks) => {
      for (const chunk of chunks)
        for (const { end, mark } of fencesOf(chunk))
          expect(chunk.slice(0, end).split('\n').at(-1)?.trim()).toBe(mark);
    }));

  it('divide no link and no block of code that a message can hold', () =>
    holds((text, chunks, limit) => {
      const whole = [...linksOf(text), ...fencesOf(text)].filter(({ start, end }) => end - start <= limit);
      for (const { start, end } of whole)
        expect(chunks.some((chunk) => chunk.includes(text.slice(start, end)))).toBe(true);
    }));

  it('divide no grapheme', () => {
    const visible = (text: string) => graphemesOf(text).filter((each) => each.trim() !== '');
    fc.assert(
      fc.property(prose, fc.integer({ min: 30, max: 100 }), (text, limit) => {
        expect(chunkText(text, byLength(limit)).flatMap(visible)).toEqual(visible(text));
      }),
    );
  });

  it('stay within the limit for hostile limits, fences and brackets', () => {
    const hostile = fc
      .array(fc.constantFrom('```', '~~~~', '\n', ' ', '[', '](', ')', 'http://a', 'x', '👩‍👩‍👧‍👦', 'e\u0301'), {
        maxLength: 200,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const chunks = chunkText(text, byLength(limit));
        expect(chunks.every((chunk) => chunk.length <= limit && chunk.trim() !== '')).toBe(true);
        if (limit > 1) expect(areInOrder(chunks, text)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const bold = (start: number, length: number): StyledRange => ({ start, length, styles: ['bold'] });
/** The bold parts of each chunk. */
const partsOf = (...parameters: Parameters<typeof chunkFormatted>): (readonly string[])[] =>
  chunkFormatted(...parameters).map(({ text, styled = [] }) =>
    styled.map(({ start, length }) => text.slice(start, start + length)),
  );

describe('chunkFormatted', () => {
  it('adds no styles to a text without any', () => {
    expect(chunkFormatted({ text: 'one two' }, { limit: 4, mode: 'length' })).toEqual([
      { text: 'one' },
      { text: 'two' },
    ]);
  });

  it('moves a style to its place in its chunk, and continues one that was cut', () => {
    const text = 'one two three four';
    const styled = [bold(4, 9)];
    expect(partsOf({ text, styled }, { limit: 8, mode: 'length' })).toEqual([['two'], ['three'], []]);
    const whole = { text: 'one two', styled: [bold(0, 4)] };
    expect(partsOf(whole, { limit: 4, mode: 'length' })).toEqual([['one'], []]);
  });

  it('counts the white space dropped between chunks when it places a style', () => {
    const text = ' \n\n  first word\n\n\n \nsecond word ';
    const styled = [bold(text.indexOf('word'), 4), bold(text.lastIndexOf('word'), 5)];
    expect(partsOf({ text, styled }, { limit: 100, mode: 'newline' })).toEqual([['word'], ['word']]);
  });

  it('counts the code fences it adds when it places a style', () => {
    const text = `\`\`\`ts\n${'let a = 1;\n'.repeat(5)}\`\`\`\nbehind it`;
    const styled = [bold(text.indexOf('behind'), 6), bold(text.lastIndexOf('let'), 3)].reverse();
    expect(partsOf({ text, styled }, { limit: 40, mode: 'length' }).flat()).toEqual(['let', 'behind']);
  });

  it('cuts like chunkText, and keeps every styled letter', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/);
    const gap = fc.constantFrom(' ', '\n', '\n\n', ' \n \n', '\n```\n', '👩‍👩‍👧 ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, gap), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('length' as const, 'newline' as const),
        (pieces, limit, mode) => {
          const styled: StyledRange[] = [];
          let text = '';
          for (const [index, [letters, between]] of pieces.entries()) {
            if (index % 2 === 0) styled.push(bold(text.length, letters.length));
            text += letters + between;
          }
          const chunks = chunkFormatted({ text, styled }, { limit, mode });
          expect(chunks.map((chunk) => chunk.text)).toEqual(chunkText(text, { limit, mode }));
          const found = partsOf({ text, styled }, { limit, mode }).flat().join('');
          expect(found).toBe(styled.map(({ start, length }) => text.slice(start, start + length)).join(''));
        },
      ),
    );
  });
});

describe('chunksFor', () => {
  /** A channel and its account with these limits, and perhaps a conversion of Markdown. */
  const registryOf = (maxChars: number, chunkLimit: number, more: object = {}) =>
    ({
      get: () => ({ capabilities: () => ({ text: { maxChars } }), ...more }),
      account: () => ({ text: { chunkLimit, chunkMode: 'length' } }),
    }) as unknown as ConnectorRegistry;
  const chunks = (registry: ConnectorRegistry, author: 'assistant' | 'operator', text = 'one two') =>
    chunksFor(registry, {} as Target, { text, author });

  it.each([
    [4, 100],
    [100, 4],
  ])('splits by the lower limit: %i of the channel, %i of the account', (maxChars, chunkLimit) => {
    const expected = [{ text: 'one' }, { text: 'two' }];
    expect(chunks(registryOf(maxChars, chunkLimit), 'assistant')).toEqual(expected);
  });

  it('converts the Markdown of models only', () => {
    const registry = registryOf(9, 9, { renderText: (text: string) => ({ text: text.toUpperCase() }) });
    expect(chunks(registry, 'assistant')).toEqual([{ text: 'ONE TWO' }]);
    expect(chunks(registry, 'operator')).toEqual([{ text: 'one two' }]);
  });
});

it.each([
  ['text', false],
  ['```js\ncode', true],
  ['```js\ncode\n```', false],
  ['```\na\n```\n~~~\nb', true],
  ['```\na\n~~~\nb', true],
  ['````\na\n```', true],
])('whether the text %j ends in a fence: %s', (text, is) => {
  expect(endsInFence(text)).toBe(is);
});
