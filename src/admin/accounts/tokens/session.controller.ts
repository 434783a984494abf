import { Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  type Actor,
  ConsoleEntrance,
  CurrentActor,
  setSignInCookie,
  SignIns,
} from '../../../access-control/index.js';
import { apiHeader, BODY_ERRORS, SmallJsonBody } from '../../../common/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { NewSessionDto, SessionDto, SessionLinkDto, toSessionDto, toSessionLinkDto } from './session.dto.js';

/** Signing in to the console: the cookie, which only this API takes. */
@AdminController('session')
export class SessionController {
  constructor(
    private readonly entrance: ConsoleEntrance,
    private readonly signIns: SignIns,
  ) {}

  @Post()
  @Operation({
    id: 'signIn',
    summary: 'Sign in to the console',
    role: 'public',
    description:
      'Sets a cookie that is valid only for this API. It expires after 12 hours or with the token, whichever comes ' +
      'first, and when the token is revoked. Requests with the cookie that change something need the header ' +
      '`X-Gatehouse-Console: 1`. A bearer token in the same request takes precedence. Plain HTTP is rejected, ' +
      "except from the gateway's own machine (`dataApi.requireHttps`).",
    errors: [...BODY_ERRORS, 'UNAUTHENTICATED', 'HTTPS_REQUIRED'],
    examples: {
      UNAUTHENTICATED: ['This admin token has expired.', 'token has expired: ask an owner for a new one'],
    },
  })
  @ApiCreatedResponse({
    type: SessionDto,
    headers: { 'Set-Cookie': apiHeader('string', 'The cookie, which page scripts cannot read.', true) },
  })
  async begin(
    @SmallJsonBody() presented: NewSessionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<SessionDto>> {
    const { value, maxAgeSeconds, identified } = await this.entrance.enter(request, presented);
    setSignInCookie(response, value, maxAgeSeconds);
    return toSessionDto(identified);
  }

  @Get()
  @Operation({
    id: 'readSession',
    summary: 'Show who the caller is',
    role: 'viewer',
    description: 'Accepts the cookie or a token.',
    errors: ['HTTPS_REQUIRED'],
  })
  @ApiOkResponse({ type: SessionDto })
  async read(@CurrentActor() actor: Actor): Promise<Json<SessionDto>> {
    return toSessionDto(await this.signIns.identify(actor));
  }

  @Delete()
  @HttpCode(204)
  @Operation({
    id: 'signOut',
    summary: 'Sign out of the console',
    role: 'viewer',
    description: 'The cookie stops working immediately on every replica.',
    errors: ['NOT_FOUND', 'HTTPS_REQUIRED'],
    examples: { NOT_FOUND: ['There is nothing to end.', 'the call was made without a cookie'] },
  })
  @ApiNoContentResponse({
    description: 'Signed out.',
    headers: { 'Set-Cookie': apiHeader('string', 'Deletes the cookie.', true) },
  })
  async end(@CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.signIns.end(actor);
    setSignInCookie(response, '', 0);
  }

  @Post('links')
  @Operation({
    id: 'createSessionLink',
    summary: 'Create a one-time link to the console',
    role: 'viewer',
    description:
      'The link works once, within 60 seconds, and signs in as the calling token. It cannot be created with a ' +
      'cookie, so that a session cannot extend itself.',
  })
  @ApiCreatedResponse({ type: SessionLinkDto })
  async createLink(@CurrentActor() actor: Actor): Promise<Json<SessionLinkDto>> {
    return toSessionLinkDto(await this.signIns.makeLink(actor));
  }
}
