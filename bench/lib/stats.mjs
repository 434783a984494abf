/** The p-th percentile (0..1) of a list of numbers. */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** p50, p99 and max of latencies in ms, rounded to tenths. */
export function latencies(values) {
  const round = (n) => Math.round(n * 10) / 10;
  return {
    p50: round(percentile(values, 0.5)),
    p99: round(percentile(values, 0.99)),
    max: round(percentile(values, 1)),
  };
}

/** The mean of the two in the middle, where there are two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}
