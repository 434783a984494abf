import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from '../../common/index.js';

/** The refusal of a call; `said` goes to the caller and contains nothing an attacker could use. */
export class WebhookRefusal extends Error {
  constructor(
    readonly status: number,
    readonly said: string,
    /** For the log; the caller does not see it. */
    readonly reason = said,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
  }
}

/** Every failure of authentication looks the same from outside (wire 2.2, 4). */
export const unauthorized = (reason: string): WebhookRefusal =>
  new WebhookRefusal(401, 'Unauthorized', reason);

/** The platform repeats calls with this answer (wire 2.7). */
export const unavailable = (reason: string): WebhookRefusal =>
  new WebhookRefusal(503, 'Unavailable', reason, { 'Retry-After': '5' });

/** The maximum number of bytes to discard of an unread body; a caller that sends more is cut off. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/**
 * Closes the connection with the refusal, because the body may be unread. But first the rest of the body is discarded,
 * within limits, because a caller that is cut off while it writes never sees the answer.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: WebhookRefusal): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify({ error: refusal.said });
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...refusal.headers,
  });
  response.write(body);
  void discardBody(request, MAX_DISCARDED_BYTES).then(() => response.end());
}
