import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errorText } from '../common/index.js';

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

/** Answers what the guard and the controller refuse, in plain text; the body may be unread, so the connection ends. */
@Catch()
export class WebhookRefusalFilter implements ExceptionFilter {
  private readonly logger = new Logger(WebhookRefusalFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = error instanceof WebhookRefusal ? error : this.unavailable(error);
    if (response.headersSent || response.destroyed) return;
    if (refusal.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(refusal.retryAfterSeconds));
    if (!request.complete) response.setHeader('Connection', 'close');
    response.writeHead(refusal.status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(refusal.message);
  }

  /** The sink could not store it. The bridge will not come back; the catch-up will. */
  private unavailable(error: unknown): WebhookRefusal {
    this.logger.error(`webhook event not stored: ${errorText(error)}`);
    return new WebhookRefusal(503, 'unavailable', 10);
  }
}
