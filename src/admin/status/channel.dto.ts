import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  type ConnectionState,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
  type Support,
} from '../../channels/index.js';
import { REMEDY, SETTING, textOrNull } from '../http/reason.dto.js';
import { ApiTimeOrNull } from '../http/timestamp.js';

const STATUSES = [
  'starting',
  'connecting',
  'connected',
  'degraded',
  'transient-disconnect',
  'bad-credentials',
  'logged-out',
  'error',
  'stopped',
] as const satisfies readonly ConnectionState['status'][];
const HEALTHS = ['connected', 'degraded', 'down'] as const;
export type Health = (typeof HEALTHS)[number];
const SUPPORT = ['rejected', 'dropped', 'partial', 'full'] as const satisfies readonly Support[];
const FORMATS = ['plain', 'markdown'] as const;
const BOOLEANS = ['true', 'false'] as const;

/** A plain value an operator may see. */
export type PlainValue = string | number | boolean | null;

export class ChannelQueryDto {
  @ApiPropertyOptional({
    enum: BOOLEANS,
    default: 'false',
    description: 'Asks the service of each account now; may take seconds.',
  })
  @IsOptional()
  @IsIn(BOOLEANS)
  readonly deep?: (typeof BOOLEANS)[number];
}

/** The state of an account with its service, the same from every replica. */
export class AccountStateDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiProperty({
    enum: STATUSES,
    enumName: 'ConnectionStatus',
    description:
      'As the replica sees it that has the upkeep of the account; `stopped` when no process has run it.',
  })
  readonly status!: ConnectionState['status'];

  @ApiProperty({
    enum: HEALTHS,
    description:
      'The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.',
  })
  readonly health!: Health;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The problem and its remedy; for a connected account, the features it lacks.',
    example: null,
  })
  readonly reason!: string | null;

  @ApiProperty(textOrNull(SETTING, null))
  readonly setting!: string | null;

  @ApiProperty(textOrNull(`${REMEDY} Null while it is well.`, null))
  readonly remedy!: string | null;
  @ApiTimeOrNull('Since when it has this status; null when no process has run it.')
  readonly since!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The problem when it was last not connected; it stays known after that.',
    example: null,
  })
  readonly last_error!: string | null;

  @ApiTimeOrNull('When that was last reported.')
  readonly last_error_at!: string | null;
}

export class TextCapabilityDto {
  @ApiProperty({
    type: 'integer',
    description: 'The length of the longest message, in UTF-16 units.',
    example: 20000,
  })
  readonly max_chars!: number;

  @ApiProperty({ enum: FORMATS })
  readonly format!: (typeof FORMATS)[number];
}

export class CapabilitiesDto {
  @ApiProperty({ type: 'integer', description: 'Rises with every change of the capabilities.', example: 1 })
  readonly version!: number;

  @ApiProperty({ type: TextCapabilityDto })
  readonly text!: TextCapabilityDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...SUPPORT] },
    description: 'The features of the channel. A feature that is not listed is rejected.',
    example: { typing: 'full', read_receipts: 'full' },
  })
  readonly features!: Readonly<Record<string, Support>>;
}

export class AccountDto extends AccountStateDto {
  @ApiProperty({ enum: DM_POLICIES, enumName: 'DmPolicy' })
  readonly dm_policy!: DmPolicy;

  @ApiProperty({ enum: GROUP_POLICIES, enumName: 'GroupPolicy' })
  readonly group_policy!: GroupPolicy;

  @ApiProperty({
    type: CapabilitiesDto,
    description: 'The capabilities of the account, as its service last reported them.',
  })
  readonly capabilities!: CapabilitiesDto;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: {
      oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    },
    description:
      "The service's own report; null without `deep`, and for a channel that cannot be asked. Values of an unreachable service are null.",
    example: { reachable: true },
  })
  readonly probe!: Readonly<Record<string, PlainValue>> | null;
}

/** A messaging service and our accounts there. */
export class ChannelDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({
    type: CapabilitiesDto,
    description: 'The capabilities of the channel in general; those of an account may be fewer.',
  })
  readonly capabilities!: CapabilitiesDto;

  @ApiProperty({ type: [AccountDto], description: 'The enabled accounts.' })
  readonly accounts!: readonly AccountDto[];
}
