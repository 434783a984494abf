/** How a long text is divided into messages (spec 2-imbridge, textChunkLimit and chunkMode). */
export interface ChunkOptions {
  /** Most UTF-16 units a chunk may have; at least 1. */
  readonly limit: number;
  /** `length`: only when too long. `newline`: at blank lines first, then by length. */
  readonly mode: 'length' | 'newline';
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The chunks in order, none empty or blank; nothing but white space at the cuts is lost. */
export function chunkText(text: string, { limit, mode }: ChunkOptions): string[] {
  const parts = mode === 'newline' ? text.split(/\n[^\S\n]*\n\s*/) : [text];
  return parts.flatMap((part) => splitByLength(part.trim(), limit)).filter((chunk) => chunk !== '');
}

function splitByLength(text: string, limit: number): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const cut = cutPosition(rest, limit);
    chunks.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  chunks.push(rest);
  return chunks;
}

/** The best place to cut within the limit: after a line, else after a word, else between two characters. */
function cutPosition(text: string, limit: number): number {
  const window = text.slice(0, limit + 1);
  const line = window.lastIndexOf('\n');
  if (line > limit / 2) return line;
  const word = window.search(/\s\S*$/);
  if (word > limit / 2) return word;
  return graphemeBoundary(window, limit);
}

function graphemeBoundary(window: string, limit: number): number {
  let boundary = 0;
  for (const { index } of graphemes.segment(window)) {
    if (index > limit) break;
    boundary = index;
  }
  // One character longer than a whole message: there is no good place, but it must go on.
  return boundary > 0 ? boundary : limit;
}
