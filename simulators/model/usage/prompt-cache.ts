import { createHash } from 'node:crypto';
import type { PromptPiece } from './prompt-piece.js';
import { CHARACTERS_PER_TOKEN, tokensOf } from './tokens.js';

/**
 * How a vendor caches prompts. `blocks`: by itself, in whole blocks from the start. `marks`: only up to marks of the
 * caller, and found again from a mark at most 20 pieces behind the one that was cached.
 */
export type CacheRule =
  | {
      readonly by: 'blocks';
      readonly blockTokens: number;
      readonly minTokens: number;
      /** Whether the vendor reports what it newly puts there. */
      readonly reportsWrites: boolean;
    }
  | { readonly by: 'marks'; readonly minTokens: number }
  | { readonly by: 'nothing' };

/** Tokens of a prompt: all of them, those found in the cache, those reported as newly put there. */
export interface CacheUse {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
}

/** A place in a prompt, named by the hash of everything before it. */
interface Boundary {
  readonly hash: string;
  readonly tokens: number;
}

const LOOK_BACK_PIECES = 20;
const MOST_PREFIXES = 500_000;

/** Remembers the beginnings of prompts, without a time limit. */
export class PromptCache {
  private readonly prefixes = new Set<string>();

  /**
   * Looks a prompt up and keeps it for later calls.
   *
   * @param scope what shares a cache: wire, model and the caller's cache key
   */
  use(scope: string, pieces: readonly PromptPiece[], rule: CacheRule): CacheUse {
    const inputTokens = pieces.reduce((sum, { text }) => sum + tokensOf(text), 0);
    if (rule.by === 'nothing') return { inputTokens, cachedTokens: 0, cacheWriteTokens: 0 };
    const [found, kept] =
      rule.by === 'blocks'
        ? this.byBlocks(blocksOf(scope, pieces, rule.blockTokens))
        : this.byMarks(piecesOf(scope, pieces), pieces);
    const enough = kept.filter(({ tokens }) => tokens >= rule.minTokens);
    const cachedTokens = found >= rule.minTokens ? Math.min(found, inputTokens) : 0;
    // Blocks are found one behind the other, from the first.
    this.keep(rule.by === 'blocks' ? kept : enough);
    const end = Math.min(enough.at(-1)?.tokens ?? 0, inputTokens);
    const isReported = rule.by === 'marks' || rule.reportsWrites;
    return {
      inputTokens,
      cachedTokens,
      cacheWriteTokens: isReported ? Math.max(0, end - cachedTokens) : 0,
    };
  }

  private byBlocks(blocks: readonly Boundary[]): [found: number, kept: readonly Boundary[]] {
    const missing = blocks.findIndex(({ hash }) => !this.prefixes.has(hash));
    const found = missing === -1 ? blocks : blocks.slice(0, missing);
    return [found.at(-1)?.tokens ?? 0, blocks];
  }

  private byMarks(
    boundaries: readonly Boundary[],
    pieces: readonly PromptPiece[],
  ): [found: number, kept: readonly Boundary[]] {
    const marks = [...pieces.keys()].filter((index) => pieces[index]?.isMarked);
    const near = marks.flatMap((mark) => boundaries.slice(Math.max(0, mark - LOOK_BACK_PIECES), mark + 1));
    const known = near.filter(({ hash }) => this.prefixes.has(hash)).map(({ tokens }) => tokens);
    return [Math.max(0, ...known), boundaries.filter((_, index) => marks.includes(index))];
  }

  private keep(boundaries: readonly Boundary[]): void {
    for (const { hash } of boundaries) this.prefixes.add(hash);
    for (const hash of this.prefixes) {
      if (this.prefixes.size <= MOST_PREFIXES) return;
      this.prefixes.delete(hash);
    }
  }
}

function blocksOf(scope: string, pieces: readonly PromptPiece[], blockTokens: number): Boundary[] {
  const text = pieces.map((piece) => piece.text).join('');
  const length = blockTokens * CHARACTERS_PER_TOKEN;
  const blocks = Array.from({ length: Math.floor(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  return chain(scope, blocks, () => blockTokens);
}

const piecesOf = (scope: string, pieces: readonly PromptPiece[]): Boundary[] =>
  chain(
    scope,
    pieces.map(({ text }) => text),
    tokensOf,
  );

/** Each hash is made of the one before it, so that equal hashes mean equal beginnings. */
function chain(scope: string, parts: readonly string[], size: (part: string) => number): Boundary[] {
  let last: Boundary = { hash: scope, tokens: 0 };
  return parts.map((part) => {
    const hash = createHash('sha1').update(last.hash).update('\n').update(part).digest('base64');
    last = { hash, tokens: last.tokens + size(part) };
    return last;
  });
}
