let segmenter: Intl.Segmenter | undefined;

/** Two characters of printable ASCII or Han, between which there is always a boundary. */
const PLAIN = /^[\u0020-\u007e\u4e00-\u9fff]{2}$/;

/** The last position within (from, to] that splits no visible character; `to` when there is none. */
export function graphemeBoundary(text: string, from: number, to: number): number {
  if (to >= text.length || PLAIN.test(text.slice(to - 1, to + 1))) return to;
  const start = plainBoundary(text, from, to);
  let boundary = start;
  // Segments one unit more than needed, so that a boundary at `to` itself is seen.
  for (const { index } of segmentsOf(text.slice(start, to + 2))) {
    if (start + index > to) break;
    boundary = start + index;
  }
  // A single character longer than a whole message has no good place to cut, but the cut must advance, by whole code
  // points.
  return boundary > from ? boundary : codePointBoundary(text, from, to);
}

/** Made for the first text that needs it: most never do, and its tables take 2 MB of memory. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The place to begin segmenting, because segmenting a whole chunk for each cut would take noticeable time. */
function plainBoundary(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (PLAIN.test(text.slice(at - 1, at + 1))) return at;
  return from;
}

function codePointBoundary(text: string, from: number, to: number): number {
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(to - 1, to + 1));
  return isInPair && to - 1 > from ? to - 1 : to;
}
