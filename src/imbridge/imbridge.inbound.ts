import { All, Controller, Post, Req, Res, type Type, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../common/index.js';
import { NotConnected } from './imbridge.inlet.js';
import { readEvent, WebhookLimits } from './imbridge.body.js';
import { accountOf, ImbridgeWebhookGuard } from './imbridge.guard.js';
import { WebhookRefusal, WebhookRefusalFilter } from './imbridge.refusal.js';

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
 * The webhook endpoint; its paths are configuration, so the class is made for them. Needs an application
 * without a body parser on these paths: the body stays unread until the guard has let the request in.
 */
export function imbridgeWebhookController(paths: readonly string[]): Type {
  @ApiExcludeController()
  @Public('bridge webhook: own guard')
  @Controller()
  @UseFilters(WebhookRefusalFilter)
  class ImbridgeWebhookController {
    constructor(private readonly limits: WebhookLimits) {}

    @Post([...paths])
    @UseGuards(ImbridgeWebhookGuard)
    async event(@Req() request: Request, @Res() response: Response): Promise<void> {
      await receive(request, this.limits);
      response.writeHead(200, OK_HEADERS).end('ok');
    }

    @All([...paths])
    otherMethod(@Res() response: Response): void {
      response.setHeader('Allow', 'POST');
      throw new WebhookRefusal(405, 'POST only');
    }
  }
  return ImbridgeWebhookController;
}
