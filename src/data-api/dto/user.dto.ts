import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Identity, type User, USER_STATUSES, type UserStatus } from '../../access-control/index.js';
import { ApiTime, isoTime } from '../../common/index.js';

/** A sender on a messaging service who is this user. */
@ApiSchema({ name: 'UserIdentity' })
export class UserIdentityDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ description: "In the channel's own form.", example: '+12025550143' })
  readonly sender_id!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'As the service shows it; anyone may choose any name.',
    example: 'Robin',
  })
  readonly display_name!: string | null;

  @ApiTime('When the identity was linked.')
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

  @ApiTime('When the user was made.')
  readonly created_at!: string;

  @ApiTime('When the user was last changed.')
  readonly updated_at!: string;

  @ApiProperty({ type: [UserIdentityDto], description: 'In the order of their linking.' })
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
