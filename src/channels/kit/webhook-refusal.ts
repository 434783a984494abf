import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody } from '../../common/index.js';

/** The refusal of a service's call; `said` goes to the caller and contains nothing an attacker could use. */
export class WebhookRefusal extends Error {
  /** For the log; the caller does not see it. */
  readonly reason: string;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly said: string,
    {
      reason = said,
      headers = {},
    }: { readonly reason?: string; readonly headers?: WebhookRefusal['headers'] } = {},
  ) {
    super(reason);
    this.reason = reason;
    this.headers = headers;
  }
}

/** The header that tells the caller when to try again. */
export const retryAfter = (seconds: number): Readonly<Record<string, string>> => ({
  'Retry-After': String(seconds),
});

export interface RefusalBody {
  /** Its media type, in UTF-8. */
  readonly type: string;
  readonly text: string;
  /** The most bytes to discard of an unread body; a caller that sends more is cut off. */
  readonly mostDiscarded?: number;
}

/**
 * Answers with the refusal, unless an answer has begun. The connection is closed with it, because the body may be unread,
 * and an open connection would delay the listener's end. But first the rest of the body is discarded, within limits, because
 * a caller that is cut off while it writes never sees the answer.
 */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: WebhookRefusal,
  { type, text, mostDiscarded }: RefusalBody,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.write(text);
  void discardBody(request, mostDiscarded).then(() => response.end());
}
