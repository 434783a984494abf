import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/index.js';
import { McpLoginService } from './mcp-login.service.js';

/** A state of ours: 32 random bytes. */
const STATE = /^[\w-]{43}$/;
const MAX_CHARS = 8_192;

const UNKNOWN = 'This sign-in link was already used or has expired. Start again with gatehouse mcp login.';

/** The pages of a login for browsers and authorization servers; they repeat nothing of what those say. */
@ApiExcludeController()
@Controller('mcp')
export class LoginPagesController {
  constructor(private readonly logins: McpLoginService) {}

  @Get('callback')
  @Public('the redirect target of a login that an owner has started; its state is a one-time secret')
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const text = (name: string): string | undefined => {
      const value = request.query[name];
      return typeof value === 'string' && value.length <= MAX_CHARS ? value : undefined;
    };
    const state = text('state') ?? '';
    // Only a browser that shows the page may use up the state: none that asks for its head, or that loads it beforehand.
    const isShown = request.method === 'GET' && !/prefetch/i.test(request.get('sec-purpose') ?? '');
    if (!isShown || !STATE.test(state)) {
      page(response, 400, UNKNOWN);
      return;
    }
    const end = await this.logins.finish({
      state,
      code: text('code'),
      iss: text('iss'),
      error: text('error'),
      errorDescription: text('error_description'),
    });
    if (!end) {
      page(response, 400, UNKNOWN);
      return;
    }
    const { server, problem } = end;
    if (problem === undefined) {
      page(response, 200, `Signed in to ${server}. You can close this page.`);
      return;
    }
    page(
      response,
      400,
      `Not signed in to ${server}. See the command that started the sign-in for the reason.`,
    );
  }

  @Get('client.json')
  @Public('describes this gateway to authorization servers, and nothing else')
  client(@Res() response: Response): void {
    const description = this.logins.description();
    if (description) response.json(description);
    else page(response, 404, 'Not available, because gateway.publicUrl is not set.');
  }
}

function page(response: Response, status: number, text: string): void {
  response.status(status).setHeader('Cache-Control', 'no-store');
  response.type('text/plain').send(`${text}\n`);
}
