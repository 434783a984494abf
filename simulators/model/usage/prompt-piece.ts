import { createHash } from 'node:crypto';

/** A part of a prompt, in the order in which the vendor reads it. */
export interface PromptPiece {
  readonly text: string;
  /** The caller's mark that the prompt is to be cached up to the end of this piece. */
  readonly isMarked?: boolean;
}

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
