import { Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, type HeaderDocs, IfMatch, JsonPatchBody } from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ConfigAdminService } from './config-admin.service.js';
import {
  ConfigCheckDto,
  ConfigDto,
  ConfigOutcomeDto,
  ConfigSchemaDto,
  toConfigOutcomeDto,
} from './config.dto.js';

const ETAG: HeaderDocs = {
  ETag: {
    description: 'Changes whenever the configuration changes. Send it as `If-Match`.',
    schema: { type: 'string' },
  },
};

const PATCH_BODY = {
  schema: {
    type: 'object',
    additionalProperties: true,
    example: { channels: { imbridge: { dmPolicy: 'allowlist', historyLimit: null } } },
  },
};

@AdminController('config')
export class ConfigController {
  constructor(private readonly admin: ConfigAdminService) {}

  @Get()
  @Operation({
    id: 'readConfig',
    summary: 'Show the current configuration',
    role: 'owner',
    description: 'Secrets are masked.',
  })
  @ApiOkResponse({ type: ConfigDto, headers: ETAG })
  show(@Res({ passthrough: true }) response: Response): Json<ConfigDto> {
    response.set('ETag', this.admin.etag());
    return this.admin.show();
  }

  @Get('schema')
  @Operation({
    id: 'readConfigSchema',
    summary: 'Show all settings as JSON Schema',
    role: 'owner',
    description:
      'Includes the description, default, limits and source of each setting. Rules that span several settings are not part of the schema; the gateway checks them.',
  })
  @ApiOkResponse({ type: ConfigSchemaDto })
  schema(): Json<ConfigSchemaDto> {
    return this.admin.schema();
  }

  @Post('check')
  @HttpCode(200)
  @Operation({
    id: 'checkConfig',
    summary: 'Validate a configuration change',
    role: 'owner',
    description: 'Validates a body for `PATCH /config` and returns its effects or problems. Writes nothing.',
    errors: [...BODY_ERRORS, 'CONFLICT'],
  })
  @ApiBody(PATCH_BODY)
  @ApiOkResponse({ type: ConfigCheckDto })
  check(@JsonPatchBody() patch: Record<string, unknown>): Json<ConfigCheckDto> {
    return this.admin.check(patch);
  }

  @Patch()
  @Operation({
    id: 'changeConfig',
    summary: 'Change the configuration',
    role: 'owner',
    description:
      'Accepts a merge patch (RFC 7396): objects are merged, null resets a setting to its default, and a list ' +
      'replaces the current list. To change single settings or list items, send ' +
      '`{"set": {"agents.list[0].systemPrompt": "…"}, "unset": ["gateway.port"]}` (`[]` appends). A masked secret ' +
      'keeps its value. The change is validated, written to the configuration file (comments are kept) and ' +
      'applied, all or nothing. With `If-Match`, it is rejected if the configuration has changed since.',
    errors: [...BODY_ERRORS, 'CONFLICT', 'PRECONDITION_FAILED'],
  })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of the configuration that you read.',
  })
  @ApiConsumes('application/json', 'application/merge-patch+json')
  @ApiBody(PATCH_BODY)
  @ApiOkResponse({ type: ConfigOutcomeDto, headers: ETAG })
  async change(
    @CurrentActor() actor: Actor,
    @JsonPatchBody() patch: Record<string, unknown>,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<ConfigOutcomeDto>> {
    const outcome = await this.admin.change(actor, patch, ifMatch);
    response.set('ETag', this.admin.etag());
    return toConfigOutcomeDto(outcome);
  }
}
