import { Get, Patch } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../access-control/index.js';
import { JsonPatchBody } from '../common/index.js';
import { ConfigDesk } from './config-desk.service.js';
import { ConfigDto, ConfigOutcomeDto, toConfigOutcomeDto } from './dto/config.dto.js';
import type { Json } from './dto/json.js';
import { AdminController, Operation } from './operation.decorator.js';

const PATCH_BODY = {
  schema: {
    type: 'object',
    additionalProperties: true,
    example: { channels: { imbridge: { dmPolicy: 'allowlist', historyLimit: null } } },
  },
};

@AdminController('config')
export class ConfigController {
  constructor(private readonly desk: ConfigDesk) {}

  @Get()
  @Operation({
    summary: 'Show the configuration in force',
    role: 'owner',
    description: 'Secrets are masked.',
  })
  @ApiOkResponse({ type: ConfigDto })
  show(): Json<ConfigDto> {
    return this.desk.show();
  }

  @Patch()
  @Operation({
    summary: 'Change the configuration',
    role: 'owner',
    description:
      'A merge patch (RFC 7396): objects are merged, null takes a setting back to its default, a list replaces the ' +
      'whole list. Or `{"set": {"agents.list[0].systemPrompt": "…"}, "unset": ["gateway.port"]}` for single settings ' +
      'and items of lists (`[]` appends). A masked secret sent back keeps the secret. Everything is checked first; ' +
      'then it is written to the configuration file, whose comments stay, and takes effect. All or nothing.',
    errors: ['INVALID_REQUEST', 'CONFLICT'],
  })
  @ApiConsumes('application/json', 'application/merge-patch+json')
  @ApiBody(PATCH_BODY)
  @ApiOkResponse({ type: ConfigOutcomeDto })
  async change(
    @CurrentActor() actor: Actor,
    @JsonPatchBody() patch: Record<string, unknown>,
  ): Promise<Json<ConfigOutcomeDto>> {
    return toConfigOutcomeDto(await this.desk.change(actor, patch));
  }
}
