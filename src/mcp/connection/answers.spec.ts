import { callAnswerIn } from './answers.js';

describe('a structured result', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const textsOf = (content: readonly object[], structuredContent: Record<string, unknown>) =>
    callAnswerIn({ content, structuredContent }).parts.map((part) => (part as { text: string }).text);

  it('stands alone where there is no content', () => {
    expect(textsOf([], { total: 3 })).toEqual(['{"total":3}']);
  });

  it('stands behind a text that is not the same', () => {
    const found = { hits: ['Lima', 'Oslo'] };
    expect(textsOf([text('2 hits')], found)).toEqual(['2 hits', '{"hits":["Lima","Oslo"]}']);
    expect(textsOf([text('2')], { result: 3 })).toEqual(['2', '{"result":3}']);
  });

  it.each([
    ['as JSON', ['{ "total": 3 }'], { total: 3 }],
    ['as a text that FastMCP wraps', ['warm'], { result: 'warm' }],
    ['as the items of a list that FastMCP wraps', ['{"n":1}', 'two'], { result: [{ n: 1 }, 'two'] }],
  ])('is not repeated where the content has it %s', (_, texts, structured) => {
    expect(textsOf(texts.map(text), structured)).toEqual(texts);
  });
});
