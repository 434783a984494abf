import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerRefusal, retryAfter, WebhookRefusal } from '../../channels/kit/index.js';

/** Every failure of authentication looks the same from outside (wire 2.2, 4). */
export const unauthorized = (reason: string): WebhookRefusal =>
  new WebhookRefusal(401, 'Unauthorized', { reason });

/** The platform repeats calls with this answer (wire 2.7). */
export const unavailable = (reason: string): WebhookRefusal =>
  new WebhookRefusal(503, 'Unavailable', { reason, headers: retryAfter(5) });

/** The maximum number of bytes to discard of an unread body; a caller that sends more is cut off. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/** In JSON, as the platform writes its own. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: WebhookRefusal): void {
  const text = JSON.stringify({ error: refusal.said });
  answerRefusal(request, response, refusal, {
    type: 'application/json',
    text,
    mostDiscarded: MAX_DISCARDED_BYTES,
  });
}
