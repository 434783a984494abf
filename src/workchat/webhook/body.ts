import type { IncomingMessage } from 'node:http';
import { type BodyFault, type BodyLimits, BodyUnread, readBody } from '../../common/index.js';
import { type JsonRecord, parseJson, recordOf, WebhookRefusal } from '../../channels/kit/index.js';

/** Messages have about 100 KB, and cards and mentions come on top (wire 2.5, 3.4). */
export const BODY_LIMITS: BodyLimits = { maxBytes: 1024 * 1024, timeoutMs: 30_000 };

/** @throws WebhookRefusal 400, 408, 413 or 415 */
export async function readObject(request: IncomingMessage, limits: BodyLimits): Promise<JsonRecord> {
  refuseOtherTypes(request);
  const text = (await readBytes(request, limits)).toString('utf8');
  const fields = recordOf(parseJson(text)?.value);
  if (!fields) throw new WebhookRefusal(400, 'Bad request', { reason: 'the body is no JSON object' });
  return fields;
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (type !== 'application/json' || !isPlain)
    throw new WebhookRefusal(415, 'Send JSON', { reason: 'the body is of another type' });
}

const REFUSALS: Record<BodyFault, () => WebhookRefusal> = {
  'body.large': () => new WebhookRefusal(413, 'Payload too large'),
  'body.pieces': () =>
    new WebhookRefusal(400, 'Bad request', { reason: 'the body came in too many small pieces' }),
  'body.late': () =>
    new WebhookRefusal(408, 'Request timeout', { reason: 'the body was not received in time' }),
  'body.cut': () => new WebhookRefusal(400, 'Bad request', { reason: 'the body was cut off' }),
};

async function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    return await readBody(request, limits);
  } catch (error) {
    throw error instanceof BodyUnread ? REFUSALS[error.type]() : error;
  }
}
