import fc from 'fast-check';
import type { StyledRange } from '../../channels/index.js';
import { chunkFormatted } from './chunk-formatted.js';
import { chunkText } from './chunk-text.js';

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
