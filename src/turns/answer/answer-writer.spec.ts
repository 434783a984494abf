import type { TurnPart } from '../../assistant/index.js';
import type { AnswerStream } from './answer-stream.js';
import { AnswerWriter, BlockCutter } from './answer-writer.js';
import fc from 'fast-check';
import { endsInFence } from '../../delivery/index.js';

const text = (value: string): TurnPart => ({ kind: 'text', text: value });
const PARAGRAPH = `${'a'.repeat(150)}\n\n`;

describe('AnswerWriter', () => {
  it('keeps an answer without blocks until the end', async () => {
    const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '' });
    for (const part of [text(PARAGRAPH), text('end')]) await sut.add(part);
    expect([sut.said, sut.rest]).toEqual(['', `${PARAGRAPH}end`]);
  });

  it('sends each block with the text sent before it', async () => {
    const sent: string[][] = [];
    const sut = new AnswerWriter({
      begunAt: 0,
      alreadySaid: '',
      say: async (block, said) => void sent.push([said.slice(0, 1), block.slice(0, 1)]),
    });
    await sut.add(text(PARAGRAPH + PARAGRAPH.replaceAll('a', 'b')));
    await sut.add(text('end'));
    expect(sent).toEqual([
      ['', 'a'],
      ['a', 'b'],
    ]);
    expect(sut.rest).toBe('end');
  });

  describe('given a tag of OpenClaw in pieces', () => {
    const TAG = '[[reply_to: 42 ]] ';
    const pieces = (value: string) => value.split(/(?=.)/s).map(text);

    it('offers none of it to a stream', async () => {
      const offered: string[] = [];
      const stream = { left: undefined, offer: (shown: string) => void offered.push(shown) };
      const sut = new AnswerWriter({
        begunAt: 0,
        alreadySaid: '',
        stream: stream as unknown as AnswerStream,
      });
      for (const part of pieces(`${TAG}Hello`)) await sut.add(part);
      expect(offered.filter((shown) => shown !== '')).toEqual(['H', 'He', 'Hel', 'Hell', 'Hello']);
      expect([sut.rest, sut.replyWish]).toEqual(['Hello', { id: '42' }]);
    });

    it('sends none of it in blocks, and takes one behind a call of a tool, too', async () => {
      const sent: string[] = [];
      const say = async (block: string) => void sent.push(block);
      const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '', say });
      const called = { kind: 'tools-called' } as const;
      for (const part of [...pieces(TAG + PARAGRAPH), called, ...pieces(`${TAG}Done`)]) await sut.add(part);
      expect([...sent, sut.rest]).toEqual([PARAGRAPH, 'Done']);
    });

    it('recognizes the text of an earlier run behind it', async () => {
      const sut = new AnswerWriter({ begunAt: 0, alreadySaid: 'Roses are' });
      for (const part of pieces(`${TAG}Roses are red.`)) await sut.add(part);
      expect(sut.rest).toBe(' red.');
    });

    it('drops it where the model is cut off or another continues', async () => {
      const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '' });
      const asked = (model: string): TurnPart => ({ kind: 'asked', model });
      for (const part of [asked('one'), text('[[reply_to'), asked('two'), text('Hello')]) await sut.add(part);
      expect(sut.rest).toBe('Hello');
      for (const part of [{ kind: 'tools-called' } as const, text('[[reply_to:4')]) await sut.add(part);
      expect(sut.rest).toBe('Hello\n\n');
    });
  });

  it('begins a new paragraph after tool calls', async () => {
    const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '' });
    for (const part of [text('One moment.'), { kind: 'tools-called' } as const, text('Done.')])
      await sut.add(part);
    expect(sut.rest).toBe('One moment.\n\nDone.');
  });

  it('continues after the text of another model, and drops repeated parts', async () => {
    const asked = (model: string): TurnPart => ({ kind: 'asked', model });
    const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '' });
    for (const part of [asked('one'), text('Roses are'), asked('two'), text('Roses are red.')])
      await sut.add(part);
    expect(sut.rest).toBe('Roses are red.');
    expect(sut.facts).toEqual({ model: 'two', isCutOff: false, run: { begunAt: 0 } });
  });

  it('knows that the model was cut off', async () => {
    const sut = new AnswerWriter({ begunAt: 0, alreadySaid: '' });
    for (const part of [text('half an ans'), { kind: 'cut-off' } as const]) await sut.add(part);
    expect([sut.rest, sut.facts]).toEqual([
      'half an ans',
      { model: undefined, isCutOff: true, run: { begunAt: 0 } },
    ]);
  });

  it('adds up the tokens of all steps', async () => {
    const sut = new AnswerWriter({ begunAt: 5, alreadySaid: '' });
    for (const [inputTokens, outputTokens] of [
      [10, 2],
      [30, 4],
    ] as const)
      await sut.add({ kind: 'usage', inputTokens, outputTokens });
    expect(sut.facts.run).toEqual({ begunAt: 5, input: 40, output: 6 });
  });

  it('does not repeat the text that an earlier run has sent', async () => {
    const sent: string[] = [];
    const sut = new AnswerWriter({
      begunAt: 0,
      alreadySaid: PARAGRAPH,
      say: async (block) => void sent.push(block),
    });
    for (const part of [text(PARAGRAPH), text('end')]) await sut.add(part);
    expect(sent).toEqual([]);
    expect([sut.said, sut.rest.trim()]).toEqual([PARAGRAPH, 'end']);
  });

  it('returns text that only looked like a repetition, with its paragraphs', async () => {
    const sut = new AnswerWriter({ begunAt: 0, alreadySaid: 'One moment.\n\n2 + 2 makes\n\n' });
    await sut.add(text('One'));
    expect(sut.rest).toBe('One');
    for (const part of [text(' moment.'), { kind: 'tools-called' } as const, text('Done.')])
      await sut.add(part);
    expect(sut.rest).toBe('One moment.\n\nDone.');
  });
});

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
