import fc from 'fast-check';
import { endsInFence } from '../../../delivery/index.js';
import { BlockCutter } from './block-cutter.js';

const long = (letter: string) => letter.repeat(150);

function cut(...pieces: string[]): { blocks: string[]; rest: string } {
  const sut = new BlockCutter();
  return { blocks: pieces.flatMap((piece) => sut.push(piece)), rest: sut.rest };
}

describe('BlockCutter', () => {
  it('cuts after a blank line as soon as the line is there', () => {
    const sut = new BlockCutter();
    expect(sut.push(`${long('a')}\n`)).toEqual([]);
    expect(sut.push(`\n${long('b')}`)).toEqual([`${long('a')}\n\n`]);
    expect(sut.rest).toBe(long('b'));
  });

  it('keeps short paragraphs together', () => {
    expect(cut('Hello.\n\nShort.\n\n').blocks).toEqual([]);
    expect(cut(`Hello.\n\n${long('a')}\n\nrest`)).toEqual({
      blocks: [`Hello.\n\n${long('a')}\n\n`],
      rest: 'rest',
    });
  });

  it('leaves a code fence whole', () => {
    const fence = `\`\`\`ts\n${long('x')}\n\n${long('y')}\n\`\`\``;
    expect(cut(`${fence}\n\nafter`)).toEqual({ blocks: [`${fence}\n\n`], rest: 'after' });
    expect(cut(`\`\`\`\n${long('x')}\n\n`).blocks).toEqual([]);
  });

  it('recognizes inline code within a line of text', () => {
    const block = long('a') + '\n```x```\n\n';
    expect(cut(block + 'rest')).toEqual({ blocks: [block], rest: 'rest' });
  });

  it('takes time in proportion to a long block of code', () => {
    const code = `\`\`\`ts\n${'let x = compute(1, 2);\n\n'.repeat(4_000)}`;
    // The square of it would not end within the time a test has.
    const sut = new BlockCutter();
    for (let at = 0; at < code.length; at += 4) expect(sut.push(code.slice(at, at + 4))).toHaveLength(0);
    expect(sut.rest).toBe(code);
  });

  it('loses and adds nothing, however the text is divided', () => {
    const piece = fc.constantFrom('a', long('b'), '\n', '\n\n', '```', '```js\n', '~~~', ' ', '😀', '\r\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(60)), (pieces, cuts) => {
        const text = pieces.join('');
        const parts = cuts.reduce<string[]>(
          (all, at) => [...all.slice(0, -1), all.at(-1)!.slice(0, at), all.at(-1)!.slice(at)],
          [text],
        );
        const { blocks, rest } = cut(...parts);
        expect(blocks.join('') + rest).toBe(text);
        expect(blocks.filter((block) => endsInFence(block))).toEqual([]);
      }),
    );
  });
});
