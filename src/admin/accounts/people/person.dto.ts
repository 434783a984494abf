import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiOptional, IsName } from '../../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../../common/index.js';
import type { Counts, Erasure, LinkedUser, NamedPerson } from '../../../people/index.js';
import type { Json } from '../../http/json.js';

const COUNTS = {
  description: 'The number of records about the person, by kind.',
  additionalProperties: { type: 'integer' },
  type: 'object',
  example: { messages: 12, deliveries: 6, grants: 1 },
} as const;

/** A person: a sender on a channel, or a user with all linked senders. */
export class PersonDto {
  @ApiPropertyOptional({ example: 'imbridge' })
  @IsOptional()
  @IsName(64)
  readonly channel?: string;

  @ApiOptional('Only on this account. Default: on all accounts of the channel.')
  @IsName(64)
  readonly account?: string;

  @ApiOptional('The sender, in any form that the channel accepts.', {
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id?: string;

  @ApiOptional('A user, instead of `channel` and `sender_id`.', {
    example: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  @IsName(64)
  readonly user_id?: string;
}

/** The person to erase. */
export class ErasePersonDto extends PersonDto {
  @ApiOptional('Only counts the records and changes nothing.', { default: false })
  @IsBoolean()
  readonly dry_run?: boolean;

  @ApiOptional('The `digest` from a dry run. Fails with 409 if the request now matches a different person.', {
    example: '3f1c09a7b2de',
  })
  @IsName(64)
  readonly digest?: string;
}

class PersonSenderDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiTextOrNull('Null = all accounts.', { example: null })
  readonly account!: string | null;

  @ApiField("The sender's id on the channel.", { example: '+12025550143' })
  readonly sender_id!: string;
}

class LinkedUserDto {
  @ApiProperty({ example: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly user_id!: string;

  @ApiField("The user's other senders, which are not erased.", { type: [PersonSenderDto] })
  readonly other_senders!: PersonSenderDto[];
}

/** The result of an erasure or of its dry run. */
export class ErasingDto {
  @ApiTextOrNull('Null for a dry run.', { example: 'ers_01j9zq4c5x8r2m' })
  readonly id!: string | null;

  @ApiTextOrNull("Replaces the person's id in the audit log; null for a dry run.", {
    example: 'erased_k3p8m1x5c7v9b2n4q6w0',
  })
  readonly pseudonym!: string | null;

  @ApiField("Identifies this person's senders and user. Send it with the request that erases them.", {
    example: '3f1c09a7b2de',
  })
  readonly digest!: string;

  @ApiField("The person's senders.", { type: [PersonSenderDto] })
  readonly senders!: PersonSenderDto[];

  @ApiField('Users linked to these senders. Only the links are deleted; to erase a user, use `user_id`.', {
    type: [LinkedUserDto],
  })
  readonly linked_users!: LinkedUserDto[];

  @ApiField(
    'Paths of settings that name the person, such as an entry in `allowFrom`. They are not changed.',
    { type: [String], example: ['channels.imbridge.allowFrom[0]'] },
  )
  readonly settings!: string[];

  @ApiProperty(COUNTS)
  readonly counts!: Record<string, number>;

  @ApiTimeOrNull('Time of completion; null while the erasure is running and for a dry run.')
  readonly finished_at!: string | null;
}

/** An erasure, without the person's identity. */
export class ErasureDto {
  @ApiProperty({ example: 'ers_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ example: 'erased_k3p8m1x5c7v9b2n4q6w0' })
  readonly pseudonym!: string;

  @ApiProperty(COUNTS)
  readonly counts!: Record<string, number>;

  @ApiTime('Time of the request.')
  readonly created_at!: string;

  @ApiTimeOrNull('Time of completion; null while the erasure is running.')
  readonly finished_at!: string | null;
}

export const toNamedPerson = ({
  channel,
  account,
  sender_id: sender,
  user_id: userId,
}: PersonDto): NamedPerson => ({
  channel,
  account,
  sender,
  userId,
});

type Senders = readonly {
  readonly channel: string;
  readonly account: string | null;
  readonly senderId: string;
}[];

const toSenders = (senders: Senders) =>
  senders.map(({ channel, account, senderId }) => ({ channel, account, sender_id: senderId }));

interface KnownPerson {
  readonly digest: string;
  readonly senders: Senders;
  readonly linked: readonly LinkedUser[];
  readonly settings: readonly string[];
  readonly counts: Counts;
}

export const toErasingDto = (
  { digest, senders, linked, settings, counts }: KnownPerson,
  erasure?: Erasure,
): Json<ErasingDto> => ({
  id: erasure?.id ?? null,
  pseudonym: erasure?.pseudonym ?? null,
  digest,
  senders: toSenders(senders),
  linked_users: linked.map(({ userId, others }) => ({ user_id: userId, other_senders: toSenders(others) })),
  settings: [...settings],
  counts: { ...counts },
  finished_at: isoTimeOrNull(erasure?.finishedAt ?? null),
});

export const toErasureDto = ({
  id,
  pseudonym,
  counts,
  createdAt,
  finishedAt,
}: Erasure): Json<ErasureDto> => ({
  id,
  pseudonym,
  counts: { ...counts },
  created_at: isoTime(createdAt),
  finished_at: isoTimeOrNull(finishedAt),
});
