import type { IncomingMessage } from 'node:http';
import { type Fields, parseJson, recordOf } from '../wire/json.js';
import { Refusal } from './refusal.js';

/** What a call may cost. Messages have about 100 KB, and cards and mentions come on top (wire 2.5, 3.4). */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly readTimeoutMs: number;
}

export const BODY_LIMITS: BodyLimits = { maxBytes: 1024 * 1024, readTimeoutMs: 30_000 };

/** @throws Refusal 400, 408, 413 or 415 */
export async function readObject(request: IncomingMessage, limits: BodyLimits): Promise<Fields> {
  refuseOtherTypes(request);
  const text = (await readBytes(request, limits)).toString('utf8');
  const fields = recordOf(parseJson(text)?.value);
  if (!fields) throw new Refusal(400, 'Bad request', 'the body is no JSON object');
  return fields;
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (type !== 'application/json' || !isPlain)
    throw new Refusal(415, 'Send JSON', 'the body is of another type');
}

function readBytes(request: IncomingMessage, { maxBytes, readTimeoutMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const fail = (refusal: Refusal) => {
      finish();
      request.pause();
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) fail(tooLarge());
    };
    const onEnd = () => {
      finish();
      resolve(Buffer.concat(chunks));
    };
    const onClose = () => fail(new Refusal(400, 'Bad request', 'the body was cut off'));
    const timer = setTimeout(
      () => fail(new Refusal(408, 'Request timeout', 'the body was not received in time')),
      readTimeoutMs,
    );
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const tooLarge = (): Refusal => new Refusal(413, 'Payload too large');
