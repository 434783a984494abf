import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  type AdminToken,
  ApiOptional,
  IsName,
  IsTime,
  type MadeToken,
  type WantedToken,
} from '../../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
  type Role,
  ROLES,
} from '../../../common/index.js';
import type { Json } from '../../http/json.js';

const ROLE = { enum: ROLES, enumName: 'Role', description: "The token's role." };

/** Body of a request for a token. */
export class NewAdminTokenDto {
  @ApiProperty(ROLE)
  @IsIn(ROLES)
  readonly role!: Role;

  @ApiOptional('A descriptive name.', { type: String, nullable: true, maxLength: 100, example: 'on-call' })
  @IsName(100)
  readonly name?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-31T09:30:00.000Z',
    description: 'Expiry; null = never. Default: the expiry of the calling token.',
  })
  @IsOptional()
  @IsTime()
  readonly expires_at?: string | null;
}

/** An admin token, without the token itself. */
export class AdminTokenDto {
  @ApiProperty({ example: 'tok_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty(ROLE)
  readonly role!: Role;

  @ApiProperty({ example: 'on-call' })
  readonly name!: string;

  @ApiField('The first characters of the token.', { example: 'gha_4f7k2m' })
  readonly prefix!: string;

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created it.', { example: 'token:owner' })
  readonly created_by!: string;

  @ApiTextOrNull(
    'The token that created it. This token ends when that one does. Null for the first owner token.',
    { example: null },
  )
  readonly made_with!: string | null;

  @ApiTimeOrNull('Expiry; null = never.')
  readonly expires_at!: string | null;

  @ApiTimeOrNull('Time of last use, up to a minute out of date; null = never used.')
  readonly last_used_at!: string | null;
}

/** A new token. */
export class CreatedAdminTokenDto extends AdminTokenDto {
  @ApiField('The token itself. It is shown only once and stored nowhere.', {
    example: 'gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  readonly token!: string;
}

export const toAdminTokenDto = (token: AdminToken): Json<AdminTokenDto> => ({
  id: token.id,
  role: token.role,
  name: token.name,
  prefix: token.prefix,
  created_at: isoTime(token.createdAt),
  created_by: token.createdBy,
  made_with: token.madeWith,
  expires_at: isoTimeOrNull(token.expiresAt),
  last_used_at: isoTimeOrNull(token.lastUsedAt),
});

export const toCreatedAdminTokenDto = ({ token, adminToken }: MadeToken): Json<CreatedAdminTokenDto> => ({
  ...toAdminTokenDto(adminToken),
  token,
});

export const toWantedToken = ({ role, name, expires_at }: NewAdminTokenDto): WantedToken => ({
  role,
  name: name ?? undefined,
  expiresAt: typeof expires_at === 'string' ? Date.parse(expires_at) : expires_at,
});
