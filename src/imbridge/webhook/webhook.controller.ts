import { All, Controller, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/index.js';
import { NotConnected } from '../inbound/webhook-events.js';
import { readEvent, WebhookLimits } from './body.js';
import { accountOf, ImbridgeWebhookGuard } from './webhook.guard.js';
import { WebhookRefusal, WebhookRefusalFilter } from './refusal.js';
import { endpointOf, WEBHOOK_ROUTE } from './webhook-paths.js';

/** With its length, so that it goes out as one piece. */
const OK_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': '2' };

/** 200 `ok` means stored, or nothing to store; the bridge looks at neither, an operator may. */
async function receive(request: Request, limits: WebhookLimits): Promise<void> {
  const account = accountOf(request);
  const event = await readEvent(request, limits);
  try {
    await account.receive(event.type, event.data);
  } catch (error) {
    throw error instanceof NotConnected ? new WebhookRefusal(503, 'not connected', 10) : error;
  }
}

/**
 * The webhook endpoint of all accounts. Needs an application without a body parser: the body stays unread until the
 * guard has let the request in.
 */
@ApiExcludeController()
@Public('bridge webhook: own guard')
@Controller()
@UseFilters(WebhookRefusalFilter)
export class ImbridgeWebhookController {
  constructor(private readonly limits: WebhookLimits) {}

  @Post(WEBHOOK_ROUTE)
  @UseGuards(ImbridgeWebhookGuard)
  async event(@Req() request: Request, @Res() response: Response): Promise<void> {
    await receive(request, this.limits);
    response.writeHead(200, OK_HEADERS).end('ok');
  }

  @All(WEBHOOK_ROUTE)
  otherMethod(@Req() request: Request, @Res() response: Response): void {
    if (!endpointOf(request)) throw new WebhookRefusal(404, 'not found');
    response.setHeader('Allow', 'POST');
    throw new WebhookRefusal(405, 'POST only');
  }
}
