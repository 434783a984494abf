import { parsePattern, type PatternNode } from './pattern-parser.js';

/** The characters one position of a pattern may take: the ASCII ones by code, all others as one, `OTHER`. */
type CharSet = ReadonlySet<number>;

const OTHER = 128;
const ASCII = Array.from({ length: OTHER }, (_, code) => code);
/** White space, letters of several scripts, a sign: enough to detect a class that reaches beyond ASCII. */
const OTHER_SAMPLES = ['\u00a0', '\u2028', 'é', 'ſ', '中', 'ж', '\u{1f600}'.charAt(0), '€'];

/** The set of one character's pattern (`a`, `.`, `\w`, `[^x]`), found by trying it. */
function charSetOf(source: string): CharSet {
  const expression = new RegExp(`^(?:${source})$`, 'is');
  const codes = ASCII.filter((code) => expression.test(String.fromCharCode(code)));
  const beyond = reachesBeyondAscii(source) || OTHER_SAMPLES.some((sample) => expression.test(sample));
  return new Set(beyond ? [...codes, OTHER] : codes);
}

function overlap(a: CharSet, b: CharSet): boolean {
  return [...a].some((code) => b.has(code));
}

function union(sets: readonly CharSet[]): CharSet {
  return new Set(sets.flatMap((set) => [...set]));
}

function reachesBeyondAscii(source: string): boolean {
  return /\\[ux]|[^\0-\x7f]/.test(source);
}

/** Longer patterns are refused. */
export const MAX_PATTERN_CHARS = 200;
/** The maximum number of characters of a message to match a pattern against; patterns are judged for that length. */
export const PATTERN_TEXT_CHARS = 4_000;
/** The number of ways an unbounded repetition can divide such a text. */
const UNBOUNDED_WAYS = PATTERN_TEXT_CHARS;
/** The maximum number of ways a pattern may match one stretch of text; one unbounded repetition fits, two don't. */
const MAX_WAYS = 10_000;

/**
 * The cost of a part of a pattern: its characters, its possible first characters, its minimum length and its ways to
 * match.
 */
interface Cost {
  readonly chars: CharSet;
  readonly first: CharSet;
  readonly minLength: number;
  /** 1 = a given text matches in at most one way. */
  readonly ways: number;
}

const NOTHING: Cost = { chars: new Set(), first: new Set(), minLength: 0, ways: 1 };

class UnsafePattern extends Error {}

/** The case-insensitive regular expression of a pattern that `patternProblem` accepts. */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(pattern, 'i');
}

/**
 * Returns what a pattern should be and is not (`a valid regular expression`); undefined for an accepted pattern.
 * Conservative: some harmless patterns are refused, but no accepted one takes exponential or cubic time; what remains
 * is at worst quadratic, some 0.1 s for the worst text of PATTERN_TEXT_CHARS. Never contains the pattern.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'a non-empty regular expression';
  if (pattern.length > MAX_PATTERN_CHARS) return `at most ${MAX_PATTERN_CHARS} characters`;
  try {
    compilePattern(pattern);
  } catch {
    return 'a valid regular expression';
  }
  return costProblem(pattern);
}

function costProblem(pattern: string): string | undefined {
  try {
    costOf(parsePattern(pattern));
    return undefined;
  } catch (error) {
    return error instanceof UnsafePattern ? error.message : 'a regular expression with plain syntax';
  }
}

function costOf(node: PatternNode): Cost {
  switch (node.kind) {
    case 'char':
      return charCost(node.source);
    case 'assertion':
      return { ...(node.body ? costOf(node.body) : NOTHING), minLength: 0 };
    case 'backreference':
      throw new UnsafePattern('a regular expression without backreferences');
    case 'sequence':
      return sequenceCost(node.items.map(costOf));
    case 'alternation':
      return alternationCost(node.options.map(costOf));
    case 'repeat':
      return repeatCost(costOf(node.body), node.min, node.max);
  }
}

function charCost(source: string): Cost {
  const chars = charSetOf(source);
  return { chars, first: chars, minLength: 1, ways: 1 };
}

/**
 * Neighbours that can both take the same character multiply their ways. A required part that shares no character with
 * the parts before it separates them from the rest, which starts afresh.
 */
function sequenceCost(items: readonly Cost[]): Cost {
  let run: Cost[] = [];
  let most = 1;
  for (const item of items) {
    const before = union(run.map((other) => other.chars));
    if (item.minLength > 0 && !overlap(item.chars, before)) run = [];
    if (item.ways > 1) run.push(item);
    most = Math.max(most, bounded(product(run)));
  }
  return {
    chars: union(items.map((item) => item.chars)),
    first: firstOf(items),
    minLength: items.reduce((sum, item) => sum + item.minLength, 0),
    ways: most,
  };
}

function product(run: readonly Cost[]): number {
  return run.reduce((ways, item) => ways * item.ways, 1);
}

function bounded(ways: number): number {
  if (ways > MAX_WAYS) throw new UnsafePattern('a regular expression without overlapping repetitions');
  return ways;
}

function firstOf(items: readonly Cost[]): CharSet {
  const mandatory = items.findIndex((item) => item.minLength > 0);
  return union(items.slice(0, mandatory === -1 ? items.length : mandatory + 1).map((item) => item.first));
}

function alternationCost(options: readonly Cost[]): Cost {
  const ways = options.map((option) => option.ways);
  return {
    chars: union(options.map((option) => option.chars)),
    first: union(options.map((option) => option.first)),
    minLength: Math.min(...options.map((option) => option.minLength)),
    ways: areDistinct(options) ? Math.max(...ways) : bounded(ways.reduce((sum, each) => sum + each, 0)),
  };
}

/** Whether the first character decides which option it is. */
function areDistinct(options: readonly Cost[]): boolean {
  return options.every(
    (option, index) =>
      option.minLength > 0 && options.slice(index + 1).every((other) => !overlap(option.first, other.first)),
  );
}

/** Exponential time comes from repeating a part that matches in several ways or matches nothing. */
function repeatCost(body: Cost, min: number, max: number): Cost {
  if (max > 1 && (body.ways > 1 || body.minLength === 0)) {
    throw new UnsafePattern(
      'a regular expression without nested repetitions or repeated overlapping alternatives',
    );
  }
  const choices = Math.min(max, UNBOUNDED_WAYS + min) - min + 1;
  return {
    chars: body.chars,
    first: body.first,
    minLength: body.minLength * min,
    ways: bounded(max === min ? body.ways : Math.min(choices, UNBOUNDED_WAYS) * body.ways),
  };
}
