import { createHash } from 'node:crypto';
import type { PromptPiece } from './prompt-cache.js';

/** The usual estimate for English text. */
export const CHARACTERS_PER_TOKEN = 4;

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Words with their leading spaces: short enough to show a stream, and joined they give the exact text. */
export const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];

const LONGEST_TEXT = 16_384;
const CODED = /^(data:|[\w+/=-]+$)/;

/** A piece of a prompt made of the JSON of a part of the request; marks of the cache are no part of the text. */
export function piece(part: unknown, isMarked = false): PromptPiece {
  return { text: JSON.stringify(part, withoutFiles), isMarked };
}

/** A file costs what its hash does: its base64 would count as hundreds of thousands of tokens. */
function withoutFiles(key: string, value: unknown): unknown {
  if (key === 'cache_control') return undefined;
  const isFile = typeof value === 'string' && value.length > LONGEST_TEXT && CODED.test(value);
  return isFile ? createHash('sha256').update(value).digest('hex') : value;
}
