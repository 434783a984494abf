import { ApiProperty } from '@nestjs/swagger';
import { ApiField } from '../../common/index.js';
import type { ConfigOutcome } from '../../config/index.js';
import type { Json } from '../http/json.js';
import { ConfigProblemDto } from '../status/status.dto.js';

const PATHS: { readonly type: [typeof String]; readonly example: string[] } = {
  type: [String],
  example: ['channels.imbridge.dmPolicy'],
};

/** The configuration in force, with the names of the file. */
export class ConfigDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The whole configuration with defaults; every secret is `********`.',
    example: { gateway: { port: 3000 }, channels: { imbridge: { password: '********' } } },
  })
  readonly config!: Readonly<Record<string, unknown>>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'The source of each setting that is not a default: `file`, or the environment variable that takes precedence.',
    example: { 'gateway.port': 'file' },
  })
  readonly sources!: Readonly<Record<string, string>>;

  @ApiProperty({ ...PATHS, description: 'Settings whose new value takes effect at the next start.' })
  readonly pending_restart!: readonly string[];
}

export class OverriddenSettingDto {
  @ApiProperty({ example: 'channels.workchat.appId' })
  readonly path!: string;

  @ApiField('The environment variable that is set.', { example: 'WORKCHAT_APP_ID' })
  readonly variable!: string;
}

/** The effect of a change of the configuration. */
export class ConfigOutcomeDto {
  @ApiProperty({ ...PATHS, description: 'Settings whose value has changed; a list counts as one.' })
  readonly changed!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Changed settings that are in force now.' })
  readonly applied!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Changed settings that take effect at the next start.' })
  readonly needs_restart!: readonly string[];

  @ApiField('Changed settings without effect, because an environment variable holds another value.', {
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

/** The effect that a change would have, or why it is refused. */
export class ConfigCheckDto extends ConfigOutcomeDto {
  @ApiField('Every problem of the changed configuration.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];
}

/** Every setting there is. */
export class ConfigSchemaDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'JSON Schema (2020-12) of the configuration file. Besides the standard keywords, a setting has `x-secret`, ' +
      '`x-restart` (takes effect at the next start), `x-host-only` (in the file or the environment only), `x-type` ' +
      '(its type in words) and `x-variable` (its environment variable).',
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
