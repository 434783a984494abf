/** A text as bytes, which threads hand over without copying. `utf16le` has what UTF-8 cannot: lone surrogates. */
export interface TextBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: 'utf8' | 'utf16le';
}

export function bytesOf(text: string): TextBytes {
  if (text.isWellFormed()) return { bytes: new TextEncoder().encode(text), encoding: 'utf8' };
  return { bytes: new Uint8Array(Buffer.from(text, 'utf16le')), encoding: 'utf16le' };
}

export const textIn = ({ bytes, encoding }: TextBytes): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
