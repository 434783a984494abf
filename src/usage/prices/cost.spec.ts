import { affordableOutput, costOf, highestCost, toPrice } from './cost.js';

const usage = (
  inputTokens: number,
  cachedTokens: number,
  cacheWriteTokens: number,
  outputTokens: number,
) => ({ inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens: 0 });

describe('the cost of a call', () => {
  const price = toPrice({ input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 });

  it('charges each kind of tokens once, at its own price', () => {
    expect(costOf(price, usage(1_000, 600, 300, 200))).toBe(300 + 180 + 1_125 + 3_000);
  });

  it('takes the price of input for the cache where it has none of its own', () => {
    const plain = toPrice({ input: 2, output: 10 });
    expect(costOf(plain, usage(1_000, 600, 300, 0))).toBe(2_000);
  });

  it('charges no plain input where the cache has had all, and more', () => {
    expect(costOf(price, usage(1_000, 600, 500, 0))).toBe(180 + 1_875);
    expect(costOf(price, usage(1_000, 600, 400, 0))).toBe(180 + 1_500);
  });

  it('is rounded up to a millionth, and exact for amounts beyond what floats hold', () => {
    expect(costOf(toPrice({ input: 0.000001, output: 0 }), usage(1, 0, 0, 0))).toBe(1);
    const dear = toPrice({ input: 99_999.999999, output: 0 });
    expect(costOf(dear, usage(9_007_199_254, 0, 0, 0))).toBe(900719925390993);
  });

  it('is at the highest what the dearest kind of input would cost', () => {
    expect(highestCost(price, { input: 1_000, output: 200 })).toBe(3_750 + 3_000);
    const [input, cachedInput, cacheWrite, output] = [1, 2, 3, 0];
    const dearest = (most: object) =>
      highestCost(toPrice({ input, cachedInput, cacheWrite, output, ...most }), { input: 1, output: 1 });
    expect([dearest({ input: 9 }), dearest({ cachedInput: 8 }), dearest({ cacheWrite: 7 })]).toEqual([
      9, 8, 7,
    ]);
  });

  it('leaves as much output as the rest pays for', () => {
    expect(affordableOutput(price, 1_000, 3_750 + 3_000)).toBe(200);
    expect(affordableOutput(price, 1_000, 3_750 + 2_999)).toBe(199);
    expect(affordableOutput(price, 1_000, 3_750)).toBe(0);
    expect(affordableOutput(price, 1_000, 3_749)).toBe(-1);
    const noOutput = toPrice({ input: 3, output: 0 });
    expect([affordableOutput(noOutput, 1_000, 3_000), affordableOutput(noOutput, 1_000, 2_999)]).toEqual([
      Infinity,
      -1,
    ]);
    expect(affordableOutput(toPrice({ input: 0, output: 0 }), 1_000, 0)).toBe(Infinity);
  });
});
