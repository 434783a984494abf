import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import type { LoginAttempt, StartedLogin } from '../../mcp/index.js';
import type { Json } from '../http/json.js';

const STATUSES = ['waiting', 'done', 'failed'] as const;

/** A login that a person has to go on with. */
export class StartedLoginDto {
  @ApiProperty({ example: 'mlg_01kb8r0m4q3v6w9x2y5z8a1b4c' })
  readonly id!: string;

  @ApiField('Where a person logs in, in a browser. It works once.', {
    example: 'https://login.example.org/authorize?client_id=4711&state=…',
  })
  readonly authorization_url!: string;

  @ApiField('Where the browser comes back to; it must reach this gateway there.', {
    example: 'https://chat.example.org/mcp/callback',
  })
  readonly redirect_uri!: string;

  @ApiTime('When it is too late.')
  readonly expires_at!: string;
}

/** The last attempt at a login. */
export class LoginAttemptDto {
  @ApiProperty({ example: 'mlg_01kb8r0m4q3v6w9x2y5z8a1b4c' })
  readonly id!: string;

  @ApiProperty({ enum: STATUSES, enumName: 'LoginStatus' })
  readonly status!: LoginAttempt['status'];

  @ApiTextOrNull('Why it has failed.', { example: null })
  readonly problem!: string | null;

  @ApiTime('When it is, or was, too late.')
  readonly expires_at!: string;
}

export class EndedLoginDto {
  @ApiTextOrNull(
    'Why the authorization server may still take the tokens; null when it has taken them back. They are forgotten here.',
    { example: null },
  )
  readonly problem!: string | null;
}

export const toStartedDto = ({
  id,
  address,
  redirectUri,
  expiresAt,
}: StartedLogin): Json<StartedLoginDto> => ({
  id,
  authorization_url: address,
  redirect_uri: redirectUri,
  expires_at: isoTime(expiresAt),
});

export const toAttemptDto = ({ id, status, problem, expiresAt }: LoginAttempt): Json<LoginAttemptDto> => ({
  id,
  status,
  problem: problem ?? null,
  expires_at: isoTime(expiresAt),
});
