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
