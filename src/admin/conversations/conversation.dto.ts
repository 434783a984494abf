import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import type { Hold } from '../../conversations/index.js';
import {
  type Conversation,
  type ConversationLine,
  LINE_OUTCOMES,
  LINE_STATES,
  type ShownLine,
} from '../../operator/index.js';
import { OfConversation } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { ChannelPageQueryDto } from '../http/page-query.dto.js';
import { HoldDto, toHoldDto } from './hold.dto.js';

const KINDS = ['direct', 'group', 'channel'] as const;
const ROLES = ['user', 'assistant'] as const;
const LINE_KINDS = ['turn', 'heard', 'notice', 'pairing', 'command', 'failed', 'dropped'] as const;

/** A place on a messaging service where people and the assistant talk. */
export class ConversationDto extends OfConversation({ id: 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiProperty({ enum: KINDS, enumName: 'ConversationKind' })
  readonly kind!: (typeof KINDS)[number];

  @ApiTextOrNull('The name shown by the service; for a direct conversation, that of the person.', {
    example: 'Family',
  })
  readonly name!: string | null;

  @ApiTime('Time of its first event.')
  readonly created_at!: string;

  @ApiTime('Time of its last message.')
  readonly last_message_at!: string;

  @ApiFieldOrNull(
    HoldDto,
    'Set while an operator has taken the conversation over from the assistant; otherwise null.',
  )
  readonly hold!: HoldDto | null;
}

const MOST_SEARCHED = 200;
const BOOLEANS = ['true', 'false'] as const;

/** Query for the list of conversations. */
export class ConversationPageQueryDto extends ChannelPageQueryDto {
  @ApiOptional(
    'Restricts the list to conversations with this text in their name, `conversation_id` or `id`. Case-insensitive, without wildcards.',
    { maxLength: MOST_SEARCHED },
  )
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_SEARCHED)
  readonly q?: string;

  @ApiOptional('Restricts the list to conversations of this kind.', { enum: KINDS })
  @IsIn(KINDS)
  readonly kind?: (typeof KINDS)[number];

  @ApiOptional('`true` restricts the list to held conversations.', { enum: BOOLEANS })
  @IsIn(BOOLEANS)
  readonly held?: (typeof BOOLEANS)[number];
}

/** A file of a message. */
export class MessageFileDto {
  @ApiField('The name given by the sender.', { example: 'plan.pdf' })
  readonly name!: string;

  @ApiField('Detected from the content.', { example: 'application/pdf' })
  readonly mime_type!: string;

  @ApiField('Its size.', { example: 48_213 })
  readonly bytes!: number;

  @ApiTextOrNull(
    'The id for `GET /media/{id}`; null if the file could not be fetched or is no longer kept.',
    {
      example: null,
    },
  )
  readonly media_id!: string | null;

  @ApiTextOrNull('Why the file is missing.', { example: null })
  readonly problem!: string | null;
}

/** The state of an outbound message. */
export class MessageDeliveryDto {
  @ApiField('The delivery; if the text was split into several messages, the first delivery.', {
    example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly id!: string;

  @ApiField(
    'If the text was split into several messages, the state of the least advanced one. `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: as reported by the service.',
    { enum: LINE_STATES, enumName: 'MessageDeliveryState' },
  )
  readonly state!: (typeof LINE_STATES)[number];

  @ApiTextOrNull('Why the last attempt failed: a code listed at /docs/reference/reasons.', {
    example: null,
  })
  readonly reason!: string | null;
}

/** A message or notice in a conversation, whether or not the assistant answered it. */
export class ConversationMessageDto {
  @ApiProperty({ example: 'msg_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiField(
    "The event that this line records or answers, for `GET /events/{event_id}/timeline`; for an operator's message, its delivery.",
    { example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' },
  )
  readonly event_id!: string;

  @ApiProperty({ enum: ROLES, enumName: 'MessageRole' })
  readonly role!: (typeof ROLES)[number];

  @ApiField(
    '`turn`: a question or its answer; `heard`: not addressed to the assistant, in a group or while an operator held the conversation (with the role `assistant`: written by that operator); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: rejected.',
    { enum: LINE_KINDS, enumName: 'MessageKind' },
  )
  readonly kind!: (typeof LINE_KINDS)[number];

  @ApiProperty({ type: String, nullable: true, example: '+12025550143' })
  readonly sender_id!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Ann' })
  readonly sender_name!: string | null;

  @ApiField('The text. Empty for dropped messages, pairing requests and commands, whose text is not kept.', {
    example: 'Hello.',
  })
  readonly text!: string;

  @ApiTextOrNull("The service's id of the message.", { example: null })
  readonly message_id!: string | null;

  @ApiTextOrNull("The service's id of the message that this message or notice refers to.", {
    example: null,
  })
  readonly reply_to!: string | null;

  @ApiField('The session of the message; the second part is the agent.', { example: 'agent:main:main' })
  readonly session_key!: string;

  @ApiTextOrNull(
    'Why the assistant did not answer: a code listed at /docs/reference/reasons, or the command.',
    { example: null },
  )
  readonly reason!: string | null;

  @ApiProperty({
    type: String,
    enum: LINE_OUTCOMES,
    nullable: true,
    description:
      'The outcome of an inbound message. Null for outbound messages, and if it is no longer kept. `stopped`: a person stopped its turn; `vote`: counted in a poll.',
  })
  readonly outcome!: (typeof LINE_OUTCOMES)[number] | null;

  @ApiProperty({ type: MessageFileDto, isArray: true, description: 'The files of the message, in order.' })
  readonly files!: readonly MessageFileDto[];

  @ApiFieldOrNull(MessageDeliveryDto, 'Set for outbound messages; null if no longer kept.')
  readonly delivery!: MessageDeliveryDto | null;

  @ApiTime('Time at which the message was sent, or else arrived.')
  readonly at!: string;
}

/** A conversation as operators see it. */
export interface ShownConversation extends Conversation {
  readonly hold: Hold | undefined;
}

export function toConversationDto(conversation: ShownConversation): Json<ConversationDto> {
  const { id, channel, account, conversation_id, kind, name, created_at, last_message_at, hold } =
    conversation;
  const times = { created_at: isoTime(created_at), last_message_at: isoTime(last_message_at) };
  return { id, channel, account, conversation_id, kind, name, ...times, hold: hold ? toHoldDto(hold) : null };
}

export const toConversationMessageDto = ({
  outcome,
  files,
  delivery,
  ...line
}: ShownLine): Json<ConversationMessageDto> => ({
  ...toSaidLineDto(line),
  event_id: line.eventId,
  outcome,
  files: files.map(toMessageFileDto),
  delivery: delivery && { id: delivery.id, state: delivery.state, reason: delivery.code },
});

/** A line as it is stored, before anything became of it. */
export function toSaidLineDto(line: ConversationLine) {
  const { id, role, kind, text, reason } = line;
  const sender = { sender_id: line.senderId, sender_name: line.senderName };
  const ids = { message_id: line.messageId, reply_to: line.replyTo, session_key: line.sessionKey };
  return { id, role, kind, ...sender, text, ...ids, reason, at: isoTime(line.at) };
}

export const toMessageFileDto = ({
  name,
  mimeType,
  bytes,
  mediaId,
  problem,
}: ShownLine['files'][number]): Json<MessageFileDto> => ({
  name,
  mime_type: mimeType,
  bytes,
  media_id: mediaId ?? null,
  problem: problem ?? null,
});
