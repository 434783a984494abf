import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileBytes } from '../../../channels/index.js';

/** A call of `multipart/form-data`: fields and a file. */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file?: FormFile;
}

interface FormFile {
  readonly field: string;
  readonly mimeType: string;
  readonly content: FileBytes;
}

/**
 * The form in the way undici sends it, with its length stated beforehand; the bytes go out without being copied. No
 * text from a user gets into the header of a part: a file's name is sent as a field, whose text cannot contain the
 * boundary.
 */
export function formOf({ fields, file }: UploadForm) {
  const boundary = `gatehouse-${randomUUID()}`;
  const texts = Object.entries(fields).map(([name, value]) => part(boundary, `name="${name}"`, value));
  const start = Buffer.from(texts.join('') + (file ? opening(boundary, file) : ''));
  const end = Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(start.length + (file?.content.bytes ?? 0) + end.length),
  };
  return { headers, body: Readable.from(bodyOf(start, file, end), { objectMode: false }) };
}

const opening = (boundary: string, { field, mimeType }: FormFile): string =>
  part(boundary, `name="${field}"; filename="file"\r\ncontent-type: ${mimeType}`, '', '');

/** Sends pieces, so that an abort or a refusal takes effect soon. */
const PIECE_BYTES = 256 * 1024;

async function* bodyOf(start: Buffer, file: FormFile | undefined, end: Buffer): AsyncGenerator<Uint8Array> {
  yield start;
  if (file) for await (const bytes of file.content.read()) yield* piecesOf(bytes);
  yield end;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const part = (boundary: string, disposition: string, value: string, end = '\r\n'): string =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}${end}`;
