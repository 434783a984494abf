import type { Latencies } from './latencies.js';

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** The sums of a period. */
export interface Sums {
  readonly received: number;
  /** Answers of the assistant that the service took, by when the turn ended. */
  readonly answered: number;
  /** Messages whose turn failed, by their arrival, and answers that became dead letters. */
  readonly failed: number;
  /** By reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** From the acceptance of a message until the service took the first part of its answer. */
  readonly latencies: Latencies;
  /** By agent. */
  readonly tokens: Readonly<Record<string, Tokens>>;
}

export const NOTHING: Sums = { received: 0, answered: 0, failed: 0, dropped: {}, latencies: {}, tokens: {} };

const added = (one: number | undefined, other: number | undefined): number => (one ?? 0) + (other ?? 0);
const addedTokens = (one: Tokens | undefined, other: Tokens | undefined): Tokens => ({
  input: added(one?.input, other?.input),
  output: added(one?.output, other?.output),
});

/** The sums of two periods together. */
export const plus = (one: Sums, other: Sums): Sums => ({
  received: one.received + other.received,
  answered: one.answered + other.answered,
  failed: one.failed + other.failed,
  dropped: joined(one.dropped, other.dropped, added),
  latencies: joined(one.latencies, other.latencies, added),
  tokens: joined(one.tokens, other.tokens, addedTokens),
});

function joined<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  add: (one: T | undefined, other: T | undefined) => T,
): Record<string, T> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, add(one[name], other[name])]));
}
