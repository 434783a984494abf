import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Identity, type User, USER_STATUSES, type UserStatus } from '../../access-control/index.js';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';

/** A sender on a messaging service linked to this user. */
@ApiSchema({ name: 'UserIdentity' })
export class UserIdentityDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiField("The sender's id on the channel.", { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The name shown by the service. Senders choose it themselves, so do not trust it.', {
    example: 'Robin',
  })
  readonly display_name!: string | null;

  @ApiTime('Time at which the sender was linked.')
  readonly linked_at!: string;
}

/** A user of the platform (spec 1, DESIGN 7). */
@ApiSchema({ name: 'User' })
export class DataUserDto {
  @ApiProperty({ example: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ example: 'Robin' })
  readonly display_name!: string;

  @ApiProperty({ example: 'robin@example.com' })
  readonly email!: string;

  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  readonly status!: UserStatus;

  @ApiTime('Creation time of the user.')
  readonly created_at!: string;

  @ApiTime('Time of the last change of the user.')
  readonly updated_at!: string;

  @ApiField('The linked senders, oldest link first.', { type: [UserIdentityDto] })
  readonly identities!: readonly UserIdentityDto[];
}

export function toUserDto(user: User): DataUserDto {
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

const toIdentityDto = ({ channel, senderId, displayName, linkedAt }: Identity): UserIdentityDto => ({
  channel,
  sender_id: senderId,
  display_name: displayName,
  linked_at: isoTime(linkedAt),
});
