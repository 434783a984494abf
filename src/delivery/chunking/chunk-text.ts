import { type Fence, fencesOf, type Range } from './fences.js';
import {
  type Author,
  type ConnectorRegistry,
  formattedText,
  type FormattedText,
  rendersText,
  type StyledRange,
  type Target,
} from '../../channels/index.js';

/* `[text](address "title")`, or a bare address. The lengths are limited so that no text makes the search slow. */
const MARKDOWN =
  /\[[^[\]\n]{0,500}\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,4000}(?:[^\S\n]{1,9}"[^"\n]{0,200}")?\)/;
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>]+/;
const LINK = new RegExp(`${MARKDOWN.source}|${ADDRESS.source}`, 'gi');

/** The links of a text, in order. */
export const linksOf = (text: string): Range[] =>
  [...text.matchAll(LINK)].map(({ index, 0: link }) => ({ start: index, end: index + link.length }));

let segmenter: Intl.Segmenter | undefined;

/** Two characters of printable ASCII or Han, between which there is always a boundary. */
const PLAIN = /^[\u0020-\u007e\u4e00-\u9fff]{2}$/;

/** The last position within (from, to], before the end, that splits no visible character; `to` when there is none. */
function graphemeBoundary(text: string, from: number, to: number): number {
  if (PLAIN.test(text.slice(to - 1, to + 1))) return to;
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

/** How a long text is divided into messages (spec 2-imbridge, textChunkLimit and chunkMode). */
export interface ChunkOptions {
  /** The most UTF-16 units of a chunk; at least 1. */
  readonly limit: number;
  /** `length`: cut only a text that is too long. `newline`: cut at blank lines first, then by length. */
  readonly mode: 'length' | 'newline';
}

/** The room for code that a chunk must have within a fence; with less, the fence is treated like any other text. */
const MIN_CODE = 16;

const BLANK_LINE = /\n(?:[^\S\n]*\n)+/g;
const BLANK_LINES_FIRST = /^(?:[^\S\n]*\n)+/;

/** The text without blank lines at its beginning and white space at its end; its first line keeps its indentation. */
export const trimLines = (text: string): string => text.trimEnd().replace(BLANK_LINES_FIRST, '');

/**
 * The chunks in order, none empty or blank. Only white space at the cuts is lost. Marks are added only where an
 * overlong code block is cut: to close it there, and to open it again in the next chunk. Links, shorter code blocks and
 * visible characters stay whole. Linear in the length of the text.
 */
export function chunkText(text: string, options: ChunkOptions): string[] {
  return chunksOf(text, options).map((chunk) => chunk.text);
}

/** A chunk, and the piece of the original text that it contains unchanged. */
export interface Chunk {
  readonly text: string;
  readonly piece: Range;
  /** The position of the piece in the chunk. */
  readonly at: number;
}

/** The same as `chunkText`, with the origin of each chunk. */
export function chunksOf(text: string, { limit, mode }: ChunkOptions): Chunk[] {
  const parts = mode === 'newline' ? paragraphs(text) : [{ start: 0, end: text.length }];
  return parts.flatMap(({ start, end }): Chunk[] => {
    const part = text.slice(start, end);
    const trimmed = trimLines(part);
    const first = start + part.trimEnd().length - trimmed.length;
    return [...new Chunker(trimmed, limit).chunks()].map((chunk) => moved(chunk, first));
  });
}

const moved = ({ piece, ...chunk }: Chunk, by: number): Chunk => ({
  ...chunk,
  piece: { start: piece.start + by, end: piece.end + by },
});

/** The parts between blank lines, except blank lines in code. */
function paragraphs(text: string): Range[] {
  const fences = fencesOf(text);
  const parts: Range[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(BLANK_LINE)) {
    if (divided(fences, index)) continue;
    parts.push({ start, end: index });
    start = index + gap.length;
  }
  return [...parts, { start, end: text.length }];
}

/** The end of a chunk, the text added to it there, and the start of the next chunk. */
interface Cut {
  readonly at: number;
  readonly closing?: string;
  readonly next: number;
}

class Chunker {
  private readonly fences: readonly Fence[];
  private readonly links: readonly Range[];

  constructor(
    private readonly text: string,
    private readonly limit: number,
  ) {
    const isShort = text.length <= limit;
    this.fences = isShort ? [] : fencesOf(text).filter((fence) => this.canHold(fence));
    this.links = isShort ? [] : linksOf(text).filter(({ start, end }) => end - start <= limit);
  }

  *chunks(): Generator<Chunk, void> {
    const { text, limit } = this;
    for (let at = 0; at < text.length;) {
      const inside = divided(this.fences, at);
      const opening = inside ? `${inside.opening}\n` : '';
      const end = at + limit - opening.length;
      if (end >= text.length) {
        yield { text: opening + text.slice(at), piece: { start: at, end: text.length }, at: opening.length };
        return;
      }
      const cut = this.cut(at, end, inside);
      const whole = text.slice(at, cut.at);
      const piece = cut.closing === undefined ? whole.trimEnd() : whole;
      const chunk = opening + piece + (cut.closing ?? '');
      // A chunk of nothing but indentation is not a message.
      if (chunk.trim() !== '')
        yield { text: chunk, piece: { start: at, end: at + piece.length }, at: opening.length };
      at = cut.next;
    }
  }

  private canHold({ start, end, bodyStart, mark }: Fence): boolean {
    return end - start <= this.limit || bodyStart - start + mark.length + 1 + MIN_CODE <= this.limit;
  }

  private cut(at: number, end: number, inside: Fence | undefined): Cut {
    const fence = divided(this.fences, end);
    if (!fence) return this.inText(at, end);
    const isLong = fence === inside || fence.end - fence.start > this.limit;
    const { length } = this.codeRoom(fence, at, end);
    const isWorthIt = fence.start - at <= this.limit / 2 && length >= MIN_CODE;
    return fence === inside || (isLong && isWorthIt)
      ? this.inCode(fence, at, end)
      : { at: fence.start, next: fence.start };
  }

  /** The part of a fence's code that fits into a chunk together with the mark that closes it. */
  private codeRoom({ bodyStart, mark }: Fence, at: number, end: number) {
    const from = Math.max(at, bodyStart);
    const to = end - mark.length - 1;
    return { from, to, length: to - from };
  }

  /** Cuts after a line of code if there is one, otherwise within a line. White space is part of code. */
  private inCode(fence: Fence, at: number, end: number): Cut {
    const { from, to } = this.codeRoom(fence, at, end);
    const newline = this.text.lastIndexOf('\n', to);
    const closing = `\n${fence.mark}`;
    if (newline > from) return { at: newline, closing, next: this.behindPiece(fence, newline + 1) };
    const within = this.unlinked(from, to);
    return { at: within, closing, next: this.behindPiece(fence, within) };
  }

  /** Continues after the fence's own closing mark when only that is left, because ours replaces it. */
  private behindPiece(fence: Fence, next: number): number {
    const left = this.text.slice(next, Math.min(fence.end, next + this.limit)).trim();
    const isMark = left.startsWith(fence.mark) && /^(.)\1*$/.test(left);
    return isMark ? this.skipSpace(fence.end) : next;
  }

  /** Cuts after a line, else after a word, else between two characters; code that fits stays whole. */
  private inText(at: number, end: number): Cut {
    const code = lastBefore(this.fences, end);
    const floor = Math.max(at, code ? code.end : at);
    const best = Math.max(floor, this.afterWord(at, end));
    return { at: best, next: this.skipSpace(best) };
  }

  private afterWord(at: number, end: number): number {
    const half = at + this.limit / 2;
    const line = this.text.lastIndexOf('\n', end);
    if (line > half) return line;
    const hi = this.unlinked(at, end);
    for (let space = hi; space > half; space--) {
      if (!/\s/.test(this.text.charAt(space))) continue;
      const link = divided(this.links, space);
      if (!link) return space;
      space = link.start + 1;
    }
    return hi;
  }

  /** The last position up to `to` that splits neither a link nor a character. */
  private unlinked(from: number, to: number): number {
    const link = divided(this.links, to);
    return link && link.start > from ? link.start : graphemeBoundary(this.text, from, to);
  }

  private skipSpace(at: number): number {
    let next = at;
    while (next < this.text.length && /\s/.test(this.text.charAt(next))) next++;
    return next;
  }
}

/** The same as `chunkText`; a style that covers several chunks continues in each of them. */
export function chunkFormatted({ text, styled }: FormattedText, options: ChunkOptions): FormattedText[] {
  if (!styled) return chunkText(text, options).map((chunk) => ({ text: chunk }));
  return chunksOf(text, options).map((chunk) => formattedText(chunk.text, within(chunk, styled)));
}

function within({ piece, at }: Chunk, styled: readonly StyledRange[]): StyledRange[] {
  return styled.flatMap(({ start, length, styles }) => {
    const from = Math.max(start, piece.start);
    const to = Math.min(start + length, piece.end);
    return to > from ? [{ start: from - piece.start + at, length: to - from, styles }] : [];
  });
}

/**
 * Splits a text into messages that its target accepts, according to the account's settings. Markdown is converted only
 * for texts of models, which write it for every channel; texts of people and of this program are sent unchanged.
 */
export function chunksFor(
  registry: ConnectorRegistry,
  target: Target,
  { text, author }: { readonly text: string; readonly author: Author },
): FormattedText[] {
  const connector = registry.get(target.channel);
  const { maxChars } = connector.capabilities(target).text;
  const { chunkLimit, chunkMode } = registry.account(target.channel, target.account).text;
  const written = author === 'assistant' && rendersText(connector) ? connector.renderText(text) : { text };
  return chunkFormatted(written, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
}

/** The range that a cut at this position would split; the ranges are sorted and do not overlap. */
function divided<R extends Range>(ranges: readonly R[], at: number): R | undefined {
  const before = lastBefore(ranges, at);
  return before && before.end > at ? before : undefined;
}

/** The last one of these ranges that begins before the position. */
function lastBefore<R extends Range>(ranges: readonly R[], at: number): R | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}
