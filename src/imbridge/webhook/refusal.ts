import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { discardBody, errorText } from '../../common/index.js';

const logger = new Logger('ImbridgeWebhook');

/** The refusal of a webhook; `message` goes to the caller and contains nothing an attacker could use. */
export class WebhookRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Headers of the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Tells the caller when to try again. */
export const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({
  'Retry-After': String(seconds),
});

/**
 * Answers refusals in plain text. The connection is closed with the answer, because the
 * body may be unread, and an open connection would delay the listener's end. But first the rest of the body is
 * discarded, within limits, because a caller that is cut off while it writes never sees the answer.
 */
export function answerRefusal(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
  const refusal = thrown instanceof WebhookRefusal ? thrown : unavailable(thrown);
  if (response.headersSent || response.destroyed) return;
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
    'Content-Length': Buffer.byteLength(refusal.message),
  });
  response.write(refusal.message);
  void discardBody(request).then(() => response.end());
}

/** The sink could not store the event. The bridge will not repeat it; the catch-up fetches it. */
function unavailable(error: unknown): WebhookRefusal {
  logger.error(`webhook event not stored: ${errorText(error)}`);
  return new WebhookRefusal(503, 'unavailable', retryAfter(10));
}
