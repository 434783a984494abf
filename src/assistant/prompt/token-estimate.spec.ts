import { estimateTokens } from './token-estimate.js';

describe('estimateTokens', () => {
  // In brackets: what the tokenizers cl100k and o200k of OpenAI make of it.
  it.each([
    ['', 0, 0],
    ['The quick brown fox jumps over the lazy dog.', 10, 16],
    ['Donaudampfschifffahrtsgesellschaft', 11, 14],
    ['const x = [1, 2, 3].map((y) => y * 2);', 20, 30],
    ['今天天气很好，我们去公园吧。', 14, 28],
    ['Привет, как дела?', 8, 22],
    ['😀👍🎉', 3, 9],
    ['👩‍👩‍👧‍👦', 11, 18],
  ])('is not below the count of tokenizers for %j, and not far above', (text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  });
});
