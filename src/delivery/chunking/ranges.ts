/** A part of a text: `[start, end)`, UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range that a cut at this position would split; the ranges are sorted and do not overlap. */
export function divided<R extends Range>(ranges: readonly R[], at: number): R | undefined {
  const before = lastBefore(ranges, at);
  return before && before.end > at ? before : undefined;
}

/** The last one of these ranges that begins before the position. */
export function lastBefore<R extends Range>(ranges: readonly R[], at: number): R | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}
