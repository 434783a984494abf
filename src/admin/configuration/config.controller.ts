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
  ETag: { description: 'Changes with the configuration; use it in `If-Match`.', schema: { type: 'string' } },
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
    summary: 'Show the configuration in force',
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
    summary: 'Show every setting as JSON Schema',
    role: 'owner',
    description:
      'With meaning, default, limits and source. Rules between settings are checked by the gateway only.',
  })
  @ApiOkResponse({ type: ConfigSchemaDto })
  schema(): Json<ConfigSchemaDto> {
    return this.admin.schema();
  }

  @Post('check')
  @HttpCode(200)
  @Operation({
    id: 'checkConfig',
    summary: 'Try a change of the configuration',
    role: 'owner',
    description:
      'Validates the body of `PATCH /config` and returns its effects or its problems. Writes nothing.',
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
      'A merge patch (RFC 7396): objects are merged, null resets a setting to its default, a list replaces the ' +
      'whole list. Or `{"set": {"agents.list[0].systemPrompt": "…"}, "unset": ["gateway.port"]}` for single settings ' +
      'and list items (`[]` appends). Sending a masked secret back keeps the secret. Everything is checked first; ' +
      'then it is written to the configuration file, whose comments stay, and takes effect. All or nothing. ' +
      'With `If-Match`, only if the configuration has not changed since.',
    errors: [...BODY_ERRORS, 'CONFLICT', 'PRECONDITION_FAILED'],
  })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of the configuration that was read.',
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
