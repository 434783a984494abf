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

/** A remote place where people and the assistant talk. */
export class ConversationDto extends OfConversation({ id: 'cnv_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiProperty({ enum: KINDS, enumName: 'ConversationKind' })
  readonly kind!: (typeof KINDS)[number];

  @ApiTextOrNull('The name that the service shows.', { example: 'Family' })
  readonly name!: string | null;

  @ApiTime('Time of the first event from it.')
  readonly created_at!: string;

  @ApiTime('Time of the last message in it.')
  readonly last_message_at!: string;

  @ApiFieldOrNull(
    HoldDto,
    'The hold of a person who took it over from the assistant; null when it is not held.',
  )
  readonly hold!: HoldDto | null;
}

const MOST_SEARCHED = 200;
const BOOLEANS = ['true', 'false'] as const;

/** Query of the list of conversations. */
export class ConversationPageQueryDto extends ChannelPageQueryDto {
  @ApiOptional(
    "Restricts the list to conversations with this text in the name, the id in the channel's own form, or our id. Upper and lower case are the same; no character has a special meaning.",
    { maxLength: MOST_SEARCHED },
  )
  @IsString()
  @IsNotEmpty()
  @MaxLength(MOST_SEARCHED)
  readonly q?: string;

  @ApiOptional('Restricts the list to conversations of this kind.', { enum: KINDS })
  @IsIn(KINDS)
  readonly kind?: (typeof KINDS)[number];

  @ApiOptional('Whether only those are listed that a person holds.', { enum: BOOLEANS })
  @IsIn(BOOLEANS)
  readonly held?: (typeof BOOLEANS)[number];
}

/** A file of a message. */
export class MessageFileDto {
  @ApiField('As its sender named it.', { example: 'plan.pdf' })
  readonly name!: string;

  @ApiField('Detected from its bytes.', { example: 'application/pdf' })
  readonly mime_type!: string;

  @ApiField('Its size.', { example: 48_213 })
  readonly bytes!: number;

  @ApiTextOrNull('For `GET /media/{id}`; null when it could not be fetched, or is not kept any more.', {
    example: null,
  })
  readonly media_id!: string | null;

  @ApiTextOrNull('Why it is missing.', { example: null })
  readonly problem!: string | null;
}

/** The state of a message of ours. */
export class MessageDeliveryDto {
  @ApiField('Its delivery, or that of the first of several messages.', {
    example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly id!: string;

  @ApiField(
    'Of several messages, the one that progressed least. `failed`; `unknown`: it may have been sent, and the service is being asked; `delivered` and `read`: where the service says so.',
    { enum: LINE_STATES, enumName: 'MessageDeliveryState' },
  )
  readonly state!: (typeof LINE_STATES)[number];

  @ApiTextOrNull('Why its last attempt failed: a code of docs/reference/reasons.md.', {
    example: null,
  })
  readonly reason!: string | null;
}

/** A message or notice, or one that got no answer of the assistant. */
export class ConversationMessageDto {
  @ApiProperty({ example: 'msg_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiField(
    "The event it records or answers, for `GET /events/{event_id}/timeline`; for an operator's message, its own delivery.",
    { example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' },
  )
  readonly event_id!: string;

  @ApiProperty({ enum: ROLES, enumName: 'MessageRole' })
  readonly role!: (typeof ROLES)[number];

  @ApiField(
    '`turn`: a question or its answer; `heard`: said to others, in a group or while a person held the conversation (with the role `assistant`, what that person wrote); `notice`: a reaction, a join, a hold, …; `pairing`: answered with a pairing code; `command`: executed; `failed`: answered with an apology; `dropped`: not let in.',
    { enum: LINE_KINDS, enumName: 'MessageKind' },
  )
  readonly kind!: (typeof LINE_KINDS)[number];

  @ApiProperty({ type: String, nullable: true, example: '+12025550143' })
  readonly sender_id!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Ann' })
  readonly sender_name!: string | null;

  @ApiField('The text. Empty where none is kept: of dropped messages, pairing requests and commands.', {
    example: 'Hello.',
  })
  readonly text!: string;

  @ApiTextOrNull('The id that the service gave it.', { example: null })
  readonly message_id!: string | null;

  @ApiTextOrNull("The service's id of the message that this one answers or that the notice is about.", {
    example: null,
  })
  readonly reply_to!: string | null;

  @ApiField('The session it belongs to; the second part names the agent.', { example: 'agent:main:main' })
  readonly session_key!: string;

  @ApiTextOrNull(
    'Why it got no answer of the assistant: a code of docs/reference/reasons.md, or the command.',
    { example: null },
  )
  readonly reason!: string | null;

  @ApiProperty({
    type: String,
    enum: LINE_OUTCOMES,
    nullable: true,
    description:
      "What became of a person's message. Null for one of ours, and where that is not kept any more. `stopped`: its turn was ended by a person; `vote`: counted in a poll.",
  })
  readonly outcome!: (typeof LINE_OUTCOMES)[number] | null;

  @ApiProperty({ type: MessageFileDto, isArray: true, description: 'Its files, in order.' })
  readonly files!: readonly MessageFileDto[];

  @ApiFieldOrNull(MessageDeliveryDto, 'Of a message of ours; null where that is not kept any more.')
  readonly delivery!: MessageDeliveryDto | null;

  @ApiTime('Time of the message or of its arrival.')
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

const toMessageFileDto = ({
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
