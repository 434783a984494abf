/** Buckets for each doubling: a latency is known to a sixteenth of a doubling, which is 4.4 %. */
const PER_DOUBLING = 8;

/**
 * Latencies by bucket. The bounds are the same in every period, so that the sums of periods have the percentiles of
 * all their latencies.
 */
export type Latencies = Readonly<Record<string, number>>;

/** Bucket n has what is longer than 2^((n-1)/8) ms, up to 2^(n/8) ms. */
export const bucketOf = (ms: number): number => Math.ceil(Math.log2(Math.max(1, ms)) * PER_DOUBLING);

const middleOf = (bucket: number): number => Math.round(2 ** ((bucket - 0.5) / PER_DOUBLING));

/**
 * The latency that this part of all does not exceed, in ms; null without any.
 * @param part 0.95 for p95
 */
export function percentileOf(latencies: Latencies, part: number): number | null {
  const buckets = Object.entries(latencies)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([one], [other]) => one - other);
  const rank = Math.ceil(part * buckets.reduce((sum, [, count]) => sum + count, 0));
  let seen = 0;
  const found = buckets.find(([, count]) => (seen += count) >= rank);
  return found ? middleOf(found[0]) : null;
}

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
