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

/** A plain value that operators may see. */
export type PlainValue = string | number | boolean | null;

export class ChannelQueryDto {
  @ApiOptional('`true` queries the service of each account now, which may take several seconds.', {
    enum: BOOLEANS,
    default: 'false',
  })
  @IsIn(BOOLEANS)
  readonly deep?: (typeof BOOLEANS)[number];
}

/** The connection state of an account, the same from every replica. */
export class AccountStateDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiField('The state seen by the replica that runs the account; `stopped` if no process has run it.', {
    enum: STATUSES,
    enumName: 'ConnectionStatus',
  })
  readonly status!: ConnectionState['status'];

  @ApiProperty({
    enum: HEALTHS,
    description:
      'A summary of the status. `degraded`: messages go in and out, but another feature does not work; `down`: messages do not go in and out.',
  })
  readonly health!: Health;

  @ApiTextOrNull('The problem and its fix; for a connected account, the missing features.', {
    example: null,
  })
  readonly reason!: string | null;

  @ApiTextOrNull(SETTING, { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull(`${REMEDY} Null while there is no problem.`, { example: null })
  readonly remedy!: string | null;
  @ApiTimeOrNull('Start time of this status; null if no process has run the account.')
  readonly since!: string | null;

  @ApiTextOrNull('The most recent connection problem, even after it is resolved.', {
    example: null,
  })
  readonly last_error!: string | null;

  @ApiTimeOrNull('When this problem was last reported.')
  readonly last_error_at!: string | null;
}

export class TextCapabilityDto {
  @ApiField('The maximum message length in UTF-16 code units.', { example: 20000 })
  readonly max_chars!: number;

  @ApiProperty({ enum: FORMATS })
  readonly format!: (typeof FORMATS)[number];
}

export class CapabilitiesDto {
  @ApiField('Increases with every change of the capabilities.', { example: 1 })
  readonly version!: number;

  @ApiProperty({ type: TextCapabilityDto })
  readonly text!: TextCapabilityDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...SUPPORT] },
    description: 'The features of the channel. Unlisted features are rejected.',
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
      'The report of the service; null without `deep` and for channels that cannot be queried. Values from an unreachable service are null.',
    example: { reachable: true },
  })
  readonly probe!: Readonly<Record<string, PlainValue>> | null;
}

/** A messaging service and the gateway's accounts there. */
export class ChannelDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiField('The capabilities of the channel; an account may have fewer.', {
    type: CapabilitiesDto,
  })
  readonly capabilities!: CapabilitiesDto;

  @ApiField('The enabled accounts.', { type: [AccountDto] })
  readonly accounts!: readonly AccountDto[];
}
