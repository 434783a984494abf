import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { discardBody, errorText } from '../../common/index.js';

/** The webhook is not taken; `message` goes to the caller and says nothing an attacker could use. */
export class WebhookRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/**
 * Answers what the guard and the controller refuse, in plain text. The connection ends with it, for the body may
 * be unread and one that stays open would hold up the listener while we stop; but not before what is still
 * coming has been thrown away, within limits: a caller cut off while it writes never sees the answer.
 */
@Catch()
export class WebhookRefusalFilter implements ExceptionFilter {
  private readonly logger = new Logger(WebhookRefusalFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = error instanceof WebhookRefusal ? error : this.unavailable(error);
    if (response.headersSent || response.destroyed) return;
    if (refusal.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(refusal.retryAfterSeconds));
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
    response.writeHead(refusal.status, { ...headers, 'Content-Length': Buffer.byteLength(refusal.message) });
    response.write(refusal.message);
    void discardBody(host.switchToHttp().getRequest<Request>()).then(() => response.end());
  }

  /** The sink could not store it. The bridge will not come back; the catch-up will. */
  private unavailable(error: unknown): WebhookRefusal {
    this.logger.error(`webhook event not stored: ${errorText(error)}`);
    return new WebhookRefusal(503, 'unavailable', 10);
  }
}
