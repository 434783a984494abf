import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { GatehouseError } from '../../errors.js';
import { UnsupportedEncodingError } from '../errors/answer-error.js';
import { type ParsedBody, parseBody } from './parse-body.js';
import { BodyUnread, discardBody, readBody } from './read-body.js';

/** Reads the body of a request into `request.body`; does nothing when there is none. */
export type JsonReader = (request: Request, response: Response) => Promise<void>;

export interface JsonReaderOptions {
  /** The accepted content types; JSON by default. */
  readonly mediaTypes?: readonly string[];
  /** Parses in another way or place; `parseBody` by default. */
  readonly parse?: (json: Buffer, request: Request) => ParsedBody | Promise<ParsedBody>;
}

export const JSON_TYPE = 'application/json';
/** The type of a merge patch (RFC 7396). */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** The same time as a whole request may take. */
const TIMEOUT_MS = 60_000;

/**
 * The accepted compressions. Node could decompress others, but this door is open to everyone before a token is checked,
 * and its Brotli decoder wrote outside its memory until 24.22.1 and 26.12.1 (CVE-2026-111497).
 */
const DECOMPRESS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
} as const;

/** Makes a reader of JSON objects of at most `limitBytes`, counted before and after decompression (gzip, deflate). */
export function jsonReader(
  limitBytes: number,
  { mediaTypes = [JSON_TYPE], parse = (json) => parseBody(json) }: JsonReaderOptions = {},
): JsonReader {
  const limits = { maxBytes: limitBytes, timeoutMs: TIMEOUT_MS };
  return async (request, response) => {
    if (!hasBody(request)) return;
    refuseMediaType(request, mediaTypes);
    const encoding = encodingOf(request);
    try {
      const json = await decompress(await readBody(request, limits), encoding, limitBytes);
      const parsed = await parse(json, request);
      if ('faults' in parsed) throw GatehouseError.invalidFields(parsed.faults);
      request.body = parsed.body;
    } catch (error) {
      if (!request.complete) await hangUp(request, response, error);
      throw error;
    }
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * @throws GatehouseError UNSUPPORTED_MEDIA_TYPE, also for another charset than UTF-8: JSON has no other (RFC 8259,
 * 8.1).
 */
function refuseMediaType(request: Request, mediaTypes: readonly string[]): void {
  if (!request.is([...mediaTypes])) throw unsupported(`Content-Type must be ${mediaTypes.join(' or ')}`);
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw unsupported('charset must be utf-8');
}

type Encoding = keyof typeof DECOMPRESS | undefined;

function encodingOf({ headers }: Request): Encoding {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'deflate') return encoding;
  throw new UnsupportedEncodingError([...Object.keys(DECOMPRESS), 'identity']);
}

const unsupported = (details: string): GatehouseError =>
  new GatehouseError('UNSUPPORTED_MEDIA_TYPE', 'This content type is not supported.', details);

/** Closes the connection with the answer, because the rest of a body that is declared too large is not awaited. */
async function hangUp(request: Request, response: Response, error: unknown): Promise<void> {
  response.setHeader('Connection', 'close');
  if (error instanceof BodyUnread && request.headers['content-length'] === undefined)
    await discardBody(request);
}

async function decompress(sent: Buffer, encoding: Encoding, maxOutputLength: number): Promise<Buffer> {
  if (encoding === undefined || sent.length === 0) return sent;
  try {
    return await DECOMPRESS[encoding](sent, { maxOutputLength });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge
      ? new BodyUnread('body.large')
      : GatehouseError.invalidField('body', 'does not match its Content-Encoding');
  }
}
