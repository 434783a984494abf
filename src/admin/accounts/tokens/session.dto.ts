import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiOptional } from '../../../access-control/index.js';
import type { Identified, MadeLink } from '../../../access-control/index.js';
import {
  ApiField,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
  type Role,
  ROLES,
} from '../../../common/index.js';
import type { Json } from '../../http/json.js';

const MOST_CHARS = 1_000;

/** Body of a sign-in: either `token` or `code`. */
export class NewSessionDto {
  @ApiOptional('An admin token.', {
    maxLength: MOST_CHARS,
    example: 'gha_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_CHARS)
  readonly token?: string;

  @ApiOptional('The code of a one-time link, instead of a token.', {
    maxLength: MOST_CHARS,
    example: 'ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_CHARS)
  readonly code?: string;
}

/** The identity of the caller. */
export class SessionDto {
  @ApiField("The caller's name in the audit log.", { example: 'token:owner' })
  readonly actor!: string;

  @ApiField("The caller's role.", { enum: ROLES, enumName: 'Role' })
  readonly role!: Role;

  @ApiField('The name of the admin token.', { example: 'on-call' })
  readonly name!: string;

  @ApiTimeOrNull('Expiry of the cookie or token; null = never.')
  readonly expires_at!: string | null;
}

/** A one-time link to the console. */
export class SessionLinkDto {
  @ApiField(
    'The code in the fragment of the link (`/console/#code=…`), which browsers do not send to servers. Shown only once.',
    { example: 'ghl_0123456789abcdefghjkmnpqrstvwxyz0rzksed' },
  )
  readonly code!: string;

  @ApiTime('Expiry of the link.')
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
