import type { FormFile } from '../common/types.js';
import type { Call } from './route.js';

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, FormFile>;
}

const HEADER_END = Buffer.from('\r\n\r\n');

/** Parses a complete `multipart/form-data` body; any other body becomes a form without parts. */
export function readForm({ contentType, bytes }: Call['raw']): Form {
  const fields: Record<string, string> = {};
  const files = new Map<string, FormFile>();
  for (const part of parts(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    const headerEnd = part.indexOf(HEADER_END);
    const header = part.subarray(0, headerEnd).toString('utf8');
    const content = part.subarray(headerEnd + HEADER_END.length);
    const name = parameter(header, 'name') ?? '';
    const fileName = parameter(header, 'filename');
    if (fileName === undefined) fields[name] = content.toString('utf8');
    else files.set(name, { name: fileName, contentType: typeOf(header), content });
  }
  return { fields, files };
}

/** Yields the bytes between each `--boundary` and the next, without the line breaks that belong to the boundaries. */
function* parts(contentType: string, body: Buffer): Generator<Buffer> {
  const [, quoted, bare] =
    /^multipart\/form-data;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return;
  const line = Buffer.from(`--${boundary}`);
  let start = body.indexOf(line);
  for (;;) {
    const end = body.indexOf(line, start + line.length);
    if (start < 0 || end < 0) return;
    yield body.subarray(start + line.length + 2, end - 2);
    start = end;
  }
}

function parameter(header: string, name: string): string | undefined {
  return new RegExp(`[;\\s]${name}="([^"]*)"`, 'i').exec(header)?.[1];
}

function typeOf(header: string): string {
  return /^content-type:\s*(\S[^\r\n]*)/im.exec(header)?.[1] ?? 'application/octet-stream';
}
