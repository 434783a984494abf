import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/index.js';
import type { WebhookEndpoint } from '../account/accounts.js';
import { NotConnected } from '../inbound/webhook-events.js';
import { readEvent, WebhookLimits } from './body.js';
import { answerRefusal, retryAfter, WebhookRefusal } from './refusal.js';
import { ImbridgeWebhookGuard } from './webhook.guard.js';

/** Includes a length, so that the answer is sent in one piece. */
const OK_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': '2' };

const NOT_CONNECTED = new WebhookRefusal(503, 'not connected', retryAfter(10));

/**
 * The webhook endpoint of all accounts. Needs an application without a body parser: the body stays unread until the
 * guard has let the request in.
 */
@ApiExcludeController()
@Public('bridge webhook: own guard')
@Controller()
export class ImbridgeWebhookController {
  constructor(
    private readonly guard: ImbridgeWebhookGuard,
    private readonly limits: WebhookLimits,
  ) {}

  /**
   * Answers a request at the path of an account; called by `webhookPaths`. Each message of a person costs three
   * webhooks, so they bypass the routes and the global guards of the application (ADR 0053). Never throws. The answer
   * 200 `ok` means that the event is stored or need not be; the bridge does not look at it, but an operator may.
   */
  async event(request: Request, response: Response, endpoint: WebhookEndpoint): Promise<void> {
    try {
      if (request.method !== 'POST') throw new WebhookRefusal(405, 'POST only', { Allow: 'POST' });
      const account = this.guard.admit(request, endpoint);
      const { type, data } = await readEvent(request, this.limits);
      await account.receive(type, data);
      response.writeHead(200, OK_HEADERS).end('ok');
    } catch (error) {
      answerRefusal(error instanceof NotConnected ? NOT_CONNECTED : error, request, response);
    }
  }

  /** Answers at the default path while no account uses it. */
  @All('/imbridge-webhook')
  nobody(@Req() request: Request, @Res() response: Response): void {
    answerRefusal(new WebhookRefusal(404, 'not found'), request, response);
  }
}
