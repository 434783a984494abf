import type { IncomingMessage } from 'node:http';
import type { Json } from '../json.js';
import { isObject } from '../json.js';

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** JSON objects and forms become objects; other bodies are `{}` and stay bytes. */
export function parseBody(
  contentType = '',
  bytes: Buffer,
): { readonly body: Json; readonly isWellFormed: boolean } {
  const content = bytes.toString('utf8');
  if (contentType.includes('application/x-www-form-urlencoded')) {
    return { body: Object.fromEntries(new URLSearchParams(content)), isWellFormed: true };
  }
  if (!contentType.includes('json')) return { body: {}, isWellFormed: bytes.byteLength === 0 };
  try {
    const parsed: unknown = JSON.parse(content);
    return isObject(parsed) ? { body: parsed, isWellFormed: true } : { body: {}, isWellFormed: false };
  } catch {
    return { body: {}, isWellFormed: false };
  }
}
