import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsIn, IsOptional, MaxLength, ValidateIf } from 'class-validator';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import {
  ApiOptional,
  type Identity,
  IsName,
  type User,
  USER_STATUSES,
  type UserStatus,
} from '../../access-control/index.js';
import { OfSender } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { PageQueryDto } from '../http/page-query.dto.js';

const MAX_EMAIL = 254;
const EMAIL = { maxLength: MAX_EMAIL, format: 'email', example: 'robin@example.com' } as const;
const NAME = { maxLength: 200, example: 'Robin' } as const;

/** Null has no meaning here: to keep a value, leave its field out. */
const IfGiven = () => ValidateIf((_, value) => value !== undefined);

export class UserQueryDto extends PageQueryDto {
  @ApiOptional('Restricts the list to the user with this address (case-insensitive).')
  @MaxLength(MAX_EMAIL)
  @IsEmail()
  readonly email?: string;
}

export class NewUserDto {
  @ApiProperty({ ...EMAIL, description: 'Must be unique (case-insensitive).' })
  @MaxLength(MAX_EMAIL)
  @IsEmail()
  readonly email!: string;

  @ApiPropertyOptional({ ...NAME, description: 'Default: the part of the address before the @.' })
  @IsOptional()
  @IsName(NAME.maxLength)
  readonly display_name?: string;
}

/** Omitted fields stay unchanged. */
export class UserChangeDto {
  @ApiPropertyOptional(EMAIL)
  @IfGiven()
  @MaxLength(MAX_EMAIL)
  @IsEmail()
  readonly email?: string;

  @ApiPropertyOptional(NAME)
  @IfGiven()
  @IsName(NAME.maxLength)
  readonly display_name?: string;

  @ApiField('Disabling a user blocks their keys immediately. The keys work again when the user is active.', {
    required: false,
    enum: USER_STATUSES,
    enumName: 'UserStatus',
  })
  @IfGiven()
  @IsIn(USER_STATUSES)
  readonly status?: UserStatus;
}

/** A sender linked to this user. */
export class IdentityDto extends OfSender({ id: 'idn_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiTextOrNull(
    'The name shown by the service when the sender got access. Senders choose it themselves, so do not trust it.',
    {
      example: 'Robin',
    },
  )
  readonly display_name!: string | null;

  @ApiTime('Time at which the sender was linked.')
  readonly linked_at!: string;
}

/** An account of the Data API. */
export class UserDto {
  @ApiProperty({ example: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ example: NAME.example })
  readonly display_name!: string;

  @ApiProperty({ format: 'email', example: EMAIL.example })
  readonly email!: string;

  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  readonly status!: UserStatus;

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiTime('Time of the last change.')
  readonly updated_at!: string;

  @ApiProperty({
    type: IdentityDto,
    isArray: true,
    description: 'The linked senders, oldest link first.',
  })
  readonly identities!: readonly IdentityDto[];
}

export function toUserDto(user: User): Json<UserDto> {
  return {
    id: user.id,
    display_name: user.displayName,
    email: user.email,
    status: user.status,
    created_at: isoTime(user.createdAt),
    updated_at: isoTime(user.updatedAt),
    identities: user.identities.map(toIdentityDto),
  };
}

function toIdentityDto(identity: Identity): Json<IdentityDto> {
  return {
    id: identity.id,
    channel: identity.channel,
    account: identity.account,
    sender_id: identity.senderId,
    display_name: identity.displayName,
    linked_at: isoTime(identity.linkedAt),
  };
}
