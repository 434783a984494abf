import type { TurnPart } from '../../../assistant/index.js';
import { AnswerWriter } from './answer-writer.js';

const text = (value: string): TurnPart => ({ kind: 'text', text: value });
const PARAGRAPH = `${'a'.repeat(150)}\n\n`;

describe('AnswerWriter', () => {
  it('keeps an answer without blocks until the end', async () => {
    const sut = new AnswerWriter({ alreadySaid: '' });
    for (const part of [text(PARAGRAPH), text('end')]) await sut.add(part);
    expect([sut.said, sut.rest]).toEqual(['', `${PARAGRAPH}end`]);
  });

  it('sends each block with the text sent before it', async () => {
    const sent: string[][] = [];
    const sut = new AnswerWriter({
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

  it('begins a new paragraph after tool calls', async () => {
    const sut = new AnswerWriter({ alreadySaid: '' });
    for (const part of [text('One moment.'), { kind: 'tools-called' } as const, text('Done.')])
      await sut.add(part);
    expect(sut.rest).toBe('One moment.\n\nDone.');
  });

  it('goes on behind the text of another model, and drops what the next one repeats', async () => {
    const asked = (model: string): TurnPart => ({ kind: 'asked', model });
    const sut = new AnswerWriter({ alreadySaid: '' });
    for (const part of [asked('one'), text('Roses are'), asked('two'), text('Roses are red.')])
      await sut.add(part);
    expect(sut.rest).toBe('Roses are red.');
    expect(sut.facts).toEqual({ model: 'two', isCutOff: false });
  });

  it('knows that the model was cut off', async () => {
    const sut = new AnswerWriter({ alreadySaid: '' });
    for (const part of [text('half an ans'), { kind: 'cut-off' } as const]) await sut.add(part);
    expect([sut.rest, sut.facts]).toEqual(['half an ans', { model: undefined, isCutOff: true }]);
  });

  it('does not repeat the text that an earlier run has sent', async () => {
    const sent: string[] = [];
    const sut = new AnswerWriter({ alreadySaid: PARAGRAPH, say: async (block) => void sent.push(block) });
    for (const part of [text(PARAGRAPH), text('end')]) await sut.add(part);
    expect(sent).toEqual([]);
    expect([sut.said, sut.rest.trim()]).toEqual([PARAGRAPH, 'end']);
  });

  it('returns text that only looked like a repetition, with its paragraphs', async () => {
    const sut = new AnswerWriter({ alreadySaid: 'One moment.\n\n2 + 2 makes\n\n' });
    await sut.add(text('One'));
    expect(sut.rest).toBe('One');
    for (const part of [text(' moment.'), { kind: 'tools-called' } as const, text('Done.')])
      await sut.add(part);
    expect(sut.rest).toBe('One moment.\n\nDone.');
  });
});
