import { ApiProperty } from '@nestjs/swagger';
import { ApiField } from '../../common/index.js';
import type { ConfigOutcome } from '../../config/index.js';
import type { Json } from '../http/json.js';
import { ConfigProblemDto } from '../status/status.dto.js';

const PATHS: { readonly type: [typeof String]; readonly example: string[] } = {
  type: [String],
  example: ['channels.imbridge.dmPolicy'],
};

/** The current configuration, with the setting names of the file. */
export class ConfigDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'All settings, including defaults. Each secret is shown as `********`.',
    example: { gateway: { port: 3000 }, channels: { imbridge: { password: '********' } } },
  })
  readonly config!: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'The source of each setting without its default value: `file`, or the name of the environment variable that overrides it.',
    example: { 'gateway.port': 'file' },
  })
  readonly sources!: Readonly<Record<string, string>>;

  @ApiProperty({ ...PATHS, description: 'Changed settings that take effect at the next start.' })
  readonly pending_restart!: readonly string[];
}

export class OverriddenSettingDto {
  @ApiProperty({ example: 'channels.workchat.appId' })
  readonly path!: string;

  @ApiField('The environment variable that overrides the setting.', { example: 'WORKCHAT_APP_ID' })
  readonly variable!: string;
}

/** The effect of a configuration change. */
export class ConfigOutcomeDto {
  @ApiProperty({ ...PATHS, description: 'Settings with a changed value; a list counts as one.' })
  readonly changed!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Changed settings that are already in effect.' })
  readonly applied!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Changed settings that take effect at the next start.' })
  readonly needs_restart!: readonly string[];

  @ApiField('Changed settings that have no effect because an environment variable overrides them.', {
    type: [OverriddenSettingDto],
  })
  readonly overridden!: readonly OverriddenSettingDto[];
}

export const toConfigOutcomeDto = (outcome: ConfigOutcome): Json<ConfigOutcomeDto> => ({
  changed: outcome.changed,
  applied: outcome.applied,
  needs_restart: outcome.needsRestart,
  overridden: outcome.overridden,
});

/** The effect of a proposed change, or the problems that prevent it. */
export class ConfigCheckDto extends ConfigOutcomeDto {
  @ApiField('All problems in the changed configuration.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];
}

/** All settings. */
export class ConfigSchemaDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'JSON Schema (2020-12) of the configuration file. In addition to the standard keywords, settings have ' +
      '`x-secret`, `x-restart` (takes effect at the next start), `x-host-only` (can only be set in the file or the ' +
      'environment), `x-type` (the type in words) and `x-variable` (the environment variable).',
    example: { type: 'object', properties: { gateway: { type: 'object' } } },
  })
  readonly schema!: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'As in `GET /config`.',
    example: { 'gateway.port': 'file' },
  })
  readonly sources!: Readonly<Record<string, string>>;
}
