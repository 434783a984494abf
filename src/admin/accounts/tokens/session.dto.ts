import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Identified, MadeLink } from '../../../access-control/index.js';
import { type Role, ROLES } from '../../../common/index.js';
import type { Json } from '../../http/json.js';
import { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from '../../http/timestamp.js';

const MOST_CHARS = 1_000;

/** Body of a sign-in: one of the two. */
export class NewSessionDto {
  @ApiPropertyOptional({
    description: 'An admin token.',
    maxLength: MOST_CHARS,
    example: 'gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_CHARS)
  readonly token?: string;

  @ApiPropertyOptional({
    description: 'The code of a one-time link, instead of a token.',
    maxLength: MOST_CHARS,
    example: 'ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_CHARS)
  readonly code?: string;
}

/** The identity of the caller. */
export class SessionDto {
  @ApiProperty({ description: 'The name of the caller in the audit log.', example: 'token:owner' })
  readonly actor!: string;

  @ApiProperty({
    enum: ROLES,
    enumName: 'Role',
    description: 'The role, which limits what the caller may do.',
  })
  readonly role!: Role;

  @ApiProperty({ description: 'The name of the admin token.', example: 'on-call' })
  readonly name!: string;

  @ApiTimeOrNull('The time from which the cookie or the token is refused; null = never.')
  readonly expires_at!: string | null;
}

/** A one-time link to the console. */
export class SessionLinkDto {
  @ApiProperty({
    description:
      'Stands in the fragment of the link (`/console/#code=…`), which browsers send to no server. It is shown only once.',
    example: 'ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  readonly code!: string;

  @ApiTime('The time from which it is refused.')
  readonly expires_at!: string;
}

export const toSessionDto = ({ actor, role, name, expiresAt }: Identified): Json<SessionDto> => ({
  actor,
  role,
  name,
  expires_at: isoTimeOrNull(expiresAt),
});

export const toSessionLinkDto = ({ code, expiresAt }: MadeLink): Json<SessionLinkDto> => ({
  code,
  expires_at: isoTime(expiresAt),
});
