/** The characters one position of a pattern may take: the ASCII ones by code, all others as one, `OTHER`. */
export type CharSet = ReadonlySet<number>;

const OTHER = 128;
const ASCII = Array.from({ length: OTHER }, (_, code) => code);
/** White space, letters of several scripts, a sign: enough to detect a class that reaches beyond ASCII. */
const OTHER_SAMPLES = ['\u00a0', '\u2028', 'é', 'ſ', '中', 'ж', '\u{1f600}'.charAt(0), '€'];

/** The set of one character's pattern (`a`, `.`, `\w`, `[^x]`), found by trying it. */
export function charSetOf(source: string): CharSet {
  const expression = new RegExp(`^(?:${source})$`, 'is');
  const codes = ASCII.filter((code) => expression.test(String.fromCharCode(code)));
  const beyond = reachesBeyondAscii(source) || OTHER_SAMPLES.some((sample) => expression.test(sample));
  return new Set(beyond ? [...codes, OTHER] : codes);
}

export function overlap(a: CharSet, b: CharSet): boolean {
  return [...a].some((code) => b.has(code));
}

export function union(sets: readonly CharSet[]): CharSet {
  return new Set(sets.flatMap((set) => [...set]));
}

function reachesBeyondAscii(source: string): boolean {
  return /\\[ux]|[^\0-\x7f]/.test(source);
}
