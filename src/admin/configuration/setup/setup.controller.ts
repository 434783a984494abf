import { Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { BODY_ERRORS, JsonBody } from '../../../common/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { ChannelSetupAdmin } from './channel-setup.service.js';
import {
  AppPackageQueryDto,
  ChannelSetupDto,
  SetupAnswersDto,
  SetupCheckDto,
  SetupQueryDto,
} from './setup.dto.js';

/** The setup of a channel, step by step; `PATCH /config` saves it. */
@AdminController('channels')
export class SetupController {
  constructor(private readonly admin: ChannelSetupAdmin) {}

  @Get(':channel/setup')
  @Operation({
    id: 'readChannelSetup',
    summary: "Show a channel's setup questions",
    role: 'owner',
    description: 'The questions of `gatehouse onboard` with the current answers. Secrets are masked.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ChannelSetupDto })
  show(@Param('channel') channel: string, @Query() { account }: SetupQueryDto): Json<ChannelSetupDto> {
    return this.admin.show(channel, account);
  }

  @Post(':channel/setup/check')
  @HttpCode(200)
  @Operation({
    id: 'checkChannelSetup',
    summary: 'Test setup answers against the service',
    role: 'owner',
    description:
      'Returns problems by step and field within 15 seconds. Writes nothing and sends no messages. ' +
      'A stored secret is never sent to a new address.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiOkResponse({ type: SetupCheckDto })
  check(
    @Param('channel') channel: string,
    @Query() { account }: SetupQueryDto,
    @JsonBody() { values }: SetupAnswersDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<SetupCheckDto>> {
    return this.admin.check(channel, { values, ...(account && { account }) }, endOf(response));
  }

  @Get(':channel/app-package')
  @Operation({
    id: 'readAppPackage',
    summary: 'Create the app package to install in the service',
    role: 'owner',
    description: "Built from the current configuration. Writes nothing to the gateway's machine.",
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  @ApiOkResponse({
    description: 'A ZIP archive.',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    headers: { 'Content-Disposition': { description: 'The file name.', schema: { type: 'string' } } },
  })
  async appPackage(
    @Param('channel') channel: string,
    @Query() wanted: AppPackageQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const { fileName, bytes } = await this.admin.appPackage(channel, wanted);
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
    response.setHeader('Cache-Control', 'no-store');
    response.end(bytes);
  }
}

/** Aborts when the caller goes away. */
function endOf(response: Response): AbortSignal {
  const end = new AbortController();
  response.once('close', () => end.abort());
  return end.signal;
}
