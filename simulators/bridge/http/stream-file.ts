import { once } from 'node:events';
import type { Response } from 'express';
import type { FileParts } from '../envelopes.js';

const CHUNK_BYTES = 64 * 1024;

/** Chunked and without `Content-Length`, so that a cap can be enforced only while reading. */
export async function streamFile(response: Response, file: FileParts): Promise<void> {
  response.status(200).setHeader('Content-Type', file.contentType);
  response.flushHeaders();
  for (const chunk of chunks(file.content)) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function* chunks(content: FileParts['content']): Generator<Uint8Array> {
  const total = content instanceof Uint8Array ? content.byteLength : content.zeros;
  for (let start = 0; start < total; start += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, total - start);
    yield content instanceof Uint8Array ? content.subarray(start, start + length) : new Uint8Array(length);
  }
}
