import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import { ApiField, ApiTextOrNull, ApiTimeOrNull } from '../../common/index.js';
import {
  type ConnectionState,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
  type Support,
} from '../../channels/index.js';
import { REMEDY, SETTING } from '../http/reason.dto.js';

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
  @ApiOptional('Asks the service of each account now; may take seconds.', {
    enum: BOOLEANS,
    default: 'false',
  })
  @IsIn(BOOLEANS)
  readonly deep?: (typeof BOOLEANS)[number];
}

/** The state of an account with its service, the same from every replica. */
export class AccountStateDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiField(
    'As the replica sees it that has the upkeep of the account; `stopped` when no process has run it.',
    { enum: STATUSES, enumName: 'ConnectionStatus' },
  )
  readonly status!: ConnectionState['status'];

  @ApiProperty({
    enum: HEALTHS,
    description:
      'The status in three values: `degraded` when messages go in and out but something else does not work, `down` when they do not.',
  })
  readonly health!: Health;

  @ApiTextOrNull('The problem and its remedy; for a connected account, the features it lacks.', {
    example: null,
  })
  readonly reason!: string | null;

  @ApiTextOrNull(SETTING, { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull(`${REMEDY} Null while it is well.`, { example: null })
  readonly remedy!: string | null;
  @ApiTimeOrNull('Since when it has this status; null when no process has run it.')
  readonly since!: string | null;

  @ApiTextOrNull('The problem when it was last not connected; it stays known after that.', {
    example: null,
  })
  readonly last_error!: string | null;

  @ApiTimeOrNull('When that was last reported.')
  readonly last_error_at!: string | null;
}

export class TextCapabilityDto {
  @ApiField('The length of the longest message, in UTF-16 units.', { example: 20000 })
  readonly max_chars!: number;

  @ApiProperty({ enum: FORMATS })
  readonly format!: (typeof FORMATS)[number];
}

export class CapabilitiesDto {
  @ApiField('Rises with every change of the capabilities.', { example: 1 })
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

  @ApiField('The capabilities of the account, as its service last reported them.', { type: CapabilitiesDto })
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

  @ApiField('The capabilities of the channel in general; those of an account may be fewer.', {
    type: CapabilitiesDto,
  })
  readonly capabilities!: CapabilitiesDto;

  @ApiField('The enabled accounts.', { type: [AccountDto] })
  readonly accounts!: readonly AccountDto[];
}
