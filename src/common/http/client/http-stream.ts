import type { Dispatcher } from 'undici';
import { parseJson } from '../../json.js';
import type { CallLimit } from './call-limit.js';
import type { HttpFault, HttpHeaders } from './http-call.js';

/** The body of an answer. Its owner must read it to the end or cancel it. */
export interface HttpStream {
  /** Stated by the remote side. */
  readonly contentType: string | undefined;
  readonly bytes: number | undefined;
  /** Can be read once. Throws an `Error` with the reason when it breaks off, stalls, or is aborted. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly cancel: () => void;
  /** Reads the whole body; undefined when it is not whole, or exceeds the size limit. */
  text(): Promise<string | undefined>;
  /** The same; undefined also when it is not JSON. */
  json(): Promise<unknown>;
}

export type HttpStreamOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: HttpHeaders;
      readonly stream: HttpStream;
    }
  | HttpFault;

/**
 * - `whole`: the time-out of the call applies until the end of the body.
 * - `each-piece`: it applies to the beginning of the answer and to every piece; the reader's time does not count.
 */
export type StreamTime = 'whole' | 'each-piece';

interface StreamLimits {
  readonly limit: CallLimit;
  readonly time: StreamTime;
  /** Of `text()`. */
  readonly maxBytes: number;
}

export function streamOf({ headers, body }: Dispatcher.ResponseData, limits: StreamLimits): HttpStream {
  const { limit, maxBytes } = limits;
  // Keeps an error from being unhandled, because the time-out may pass between two reads.
  body.once('error', () => undefined).once('close', () => limit.clear());
  const chunks = piecesOf(body, limits);
  const [contentType] = [headers['content-type']].flat();
  return {
    contentType,
    bytes: bytesIn(headers),
    chunks,
    cancel: () => void body.destroy(),
    text: () => textIn(chunks, maxBytes),
    json: async () => parseJson((await textIn(chunks, maxBytes)) ?? '')?.value,
  };
}

function bytesIn(headers: HttpHeaders): number | undefined {
  const text = String(headers['content-length'] ?? '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function* piecesOf(
  body: Dispatcher.ResponseData['body'],
  { limit, time }: StreamLimits,
): AsyncGenerator<Uint8Array, void> {
  const isEach = time === 'each-piece';
  const pieces: AsyncIterator<Uint8Array, void> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      if (isEach) limit.resume();
      const { value, done } = await pieces.next();
      if (isEach) limit.pause();
      if (done) return;
      yield value;
    }
  } catch (error) {
    const { detail } = limit.breakOf(
      error,
      isEach ? 'the rest of the response did not arrive in time' : undefined,
    );
    throw new Error(detail, { cause: error });
  } finally {
    limit.clear();
    body.destroy();
  }
}

async function textIn(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      read.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return undefined;
    }
    return Buffer.concat(read).toString('utf8');
  } catch {
    return undefined;
  }
}
