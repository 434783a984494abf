import { ApiProperty, ApiSchema, OmitType, PickType } from '@nestjs/swagger';
import { type ApiKey, ApiKeyDto, toApiKeyDto, type User } from '../../access-control/index.js';
import { ApiField, type Scope, SCOPES } from '../../common/index.js';
import type { Period, WindowState } from '../limits/key-limits.service.js';
import { DataUserDto, toUserDto } from './user.dto.js';

/** The user who owns the key. Reading all user fields needs the scope `users:read`. */
@ApiSchema({ name: 'AccountUser' })
class AccountUserDto extends PickType(DataUserDto, ['id', 'display_name', 'email', 'status'] as const) {}

/** The calling key, without the key itself. */
@ApiSchema({ name: 'AccountKey' })
class AccountKeyDto extends OmitType(ApiKeyDto, ['scopes', 'limits'] as const) {}

/** One of the three rate-limit windows of a key. */
@ApiSchema({ name: 'LimitWindow' })
class LimitWindowDto {
  @ApiField('The number of requests allowed in the window.', { example: 100 })
  readonly limit!: number;

  @ApiField('The number of requests left after this one.', { example: 99 })
  readonly remaining!: number;

  @ApiField('Seconds until the window ends.', { example: 60 })
  readonly reset!: number;
}

/** The limits of the calling key. */
@ApiSchema({ name: 'AccountLimits' })
class AccountLimitsDto {
  @ApiProperty({ type: LimitWindowDto })
  readonly per_minute!: LimitWindowDto;

  @ApiProperty({ type: LimitWindowDto })
  readonly per_hour!: LimitWindowDto;

  @ApiProperty({ type: LimitWindowDto })
  readonly per_day!: LimitWindowDto;
}

/** The calling user and key, with its scopes and limits. */
@ApiSchema({ name: 'Account' })
export class AccountDto {
  @ApiProperty({ type: AccountUserDto })
  readonly user!: AccountUserDto;

  @ApiProperty({ type: AccountKeyDto })
  readonly key!: AccountKeyDto;

  @ApiProperty({
    enum: SCOPES,
    enumName: 'Scope',
    isArray: true,
    description: 'The scopes of the key.',
  })
  readonly scopes!: readonly Scope[];

  @ApiField('Requests with a key and with the keys it created are counted together.', {
    type: AccountLimitsDto,
  })
  readonly limits!: AccountLimitsDto;
}

export function toAccountDto(
  user: User,
  apiKey: ApiKey,
  windows: Readonly<Record<Period, WindowState>>,
): AccountDto {
  const { id, display_name, email, status } = toUserDto(user);
  const { scopes, limits: _own, ...key } = toApiKeyDto(apiKey);
  const { minute, hour, day } = windows;
  const limits = { per_minute: toWindow(minute), per_hour: toWindow(hour), per_day: toWindow(day) };
  return { user: { id, display_name, email, status }, key, scopes, limits };
}

const toWindow = ({ limit, totalHits, timeToExpire }: WindowState): LimitWindowDto => ({
  limit,
  remaining: Math.max(0, limit - totalHits),
  reset: timeToExpire,
});
