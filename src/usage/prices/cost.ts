import type { ModelUsage } from '../../assistant/index.js';

/** Prices of single tokens in millionths of a millionth of the currency: whole numbers, so that nothing is rounded. */
export interface Price {
  readonly input: bigint;
  readonly cachedInput: bigint;
  readonly cacheWrite: bigint;
  readonly output: bigint;
}

/** Prices of a million tokens of each kind, as people write them. */
export interface PricePerMillion {
  readonly input: number;
  readonly cachedInput?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly output: number;
}

const PICO = 1_000_000;

export function toPrice({ input, cachedInput, cacheWrite, output }: PricePerMillion): Price {
  const pico = (perMillion: number) => BigInt(Math.round(perMillion * PICO));
  return {
    input: pico(input),
    cachedInput: pico(cachedInput ?? input),
    cacheWrite: pico(cacheWrite ?? input),
    output: pico(output),
  };
}

/** The cost of a call in millionths of the currency, rounded up. */
export function costOf(price: Price, usage: ModelUsage): number {
  const { cachedTokens, cacheWriteTokens, outputTokens } = usage;
  const plain = Math.max(0, usage.inputTokens - cachedTokens - cacheWriteTokens);
  return micro(
    BigInt(plain) * price.input +
      BigInt(cachedTokens) * price.cachedInput +
      BigInt(cacheWriteTokens) * price.cacheWrite +
      BigInt(outputTokens) * price.output,
  );
}

/** The most that a call with this many tokens can cost, whatever the vendor's cache does. */
export function highestCost(
  price: Price,
  tokens: { readonly input: number; readonly output: number },
): number {
  return micro(BigInt(tokens.input) * dearestInput(price) + BigInt(tokens.output) * price.output);
}

/** The most tokens of output that `left` millionths of the currency pay for, after the input. May be negative. */
export function affordableOutput(price: Price, inputTokens: number, left: number): number {
  if (price.output === 0n)
    return highestCost(price, { input: inputTokens, output: 0 }) > left ? -1 : Infinity;
  const rest = BigInt(left) * BigInt(PICO) - BigInt(inputTokens) * dearestInput(price);
  return rest < 0n ? -1 : Number(rest / price.output);
}

const dearestInput = ({ input, cachedInput, cacheWrite }: Price): bigint =>
  [input, cachedInput, cacheWrite].reduce((most, each) => (each > most ? each : most));

const micro = (pico: bigint): number => Number((pico + BigInt(PICO) - 1n) / BigInt(PICO));
