import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { json, type Request, type Response } from 'express';
import { GatehouseError } from '../errors.js';
import { reservedField, scanJson } from './json-scan.js';
import { shownPath } from './shown-path.js';

/** Reads the body of a request into `request.body`; does nothing when there is none. */
export type JsonReader = (request: Request, response: Response) => Promise<void>;

export const JSON_TYPE = 'application/json';
/** That of a merge patch (RFC 7396). */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** How a body may be compressed; what else Node can undo is in no contract of ours. */
const ENCODINGS: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

/**
 * Reads JSON objects of at most `limitBytes`, counted after decompression (gzip, deflate, br), that come as one of
 * `mediaTypes`. Of a key that comes twice the last value counts; a byte order mark is skipped.
 */
export function jsonReader(limitBytes: number, mediaTypes: readonly string[] = [JSON_TYPE]): JsonReader {
  const parse = json({ limit: limitBytes, strict: true, verify: refuseBytes, type: () => true });
  return async (request, response) => {
    if (!hasBody(request)) return;
    refuseMediaType(request, mediaTypes);
    refuseEncoding(request);
    // A body that says itself that it is too large is not waited for.
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      response.setHeader('Connection', 'close');
      throw new GatehouseError('PAYLOAD_TOO_LARGE', 'The request body is too large.', 'body is too large');
    }
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: Error) => {
        if (error) reject(typed(error));
        else resolve();
      });
    });
    refuseValue(request.body);
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @throws GatehouseError UNSUPPORTED_MEDIA_TYPE; JSON is UTF-8 and nothing else (RFC 8259, 8.1). */
function refuseMediaType(request: Request, mediaTypes: readonly string[]): void {
  if (!request.is([...mediaTypes])) throw unsupported(`Content-Type must be ${mediaTypes.join(' or ')}`);
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw unsupported('charset must be utf-8');
}

function refuseEncoding({ headers }: Request): void {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!ENCODINGS.includes(encoding)) throw unsupported('Content-Encoding must be gzip, deflate or br');
}

const unsupported = (details: string): GatehouseError =>
  new GatehouseError('UNSUPPORTED_MEDIA_TYPE', 'This content type is not supported.', details);

/** The parser takes a thrown error's type over; what it means to the caller stands with the error filter. */
function refuseBytes(_request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  const fault = isUtf8(bytes) ? scanJson(bytes) : 'body.encoding';
  if (fault !== undefined) throw Object.assign(new Error(fault), { type: fault });
}

/** What has no type came from decompression. */
const typed = (error: Error): Error =>
  'type' in error ? error : Object.assign(new Error(error.message), { type: 'body.compression' });

/** @throws GatehouseError INVALID_REQUEST */
function refuseValue(body: unknown): void {
  if (Array.isArray(body)) throw invalid('body must be an object');
  const field = reservedField(body);
  if (field !== undefined) throw invalid(`${shownPath(field)} is unknown`);
}

const invalid = (details: string): GatehouseError =>
  new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
