import { type FormattedText, formattedText, type StyledRange } from '../../channels/index.js';
import { type Chunk, type ChunkOptions, chunksOf, chunkText } from './chunk-text.js';

/** The same as `chunkText`; a style that covers several chunks goes on in each of them. */
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
