import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsNotEmpty, IsString, ValidateNested } from 'class-validator';
import { ApiOptional, IsName } from '../../access-control/index.js';
import { APPROVAL_DECISIONS, type ApprovalDecision } from '../../channels/index.js';
import { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import { APPROVAL_STATES, type ApprovalState } from '../../conversations/index.js';
import { CHAT_AUTHORS, type ChatLine, LINE_OUTCOMES } from '../../operator/index.js';
import { MessageFileDto, toMessageFileDto } from '../conversations/conversation.dto.js';
import type { Json } from '../http/json.js';
import { IsWords } from '../sending/message.dto.js';

const MOST_FILES = 10;

export class ChatFileDto {
  @ApiField('The file in base64, at most `delivery.mediaMaxMb` with the other files of the message.', {
    example: 'SGVsbG8uCg==',
  })
  @IsString()
  @IsNotEmpty()
  readonly buffer!: string;

  @ApiField('The file name with extension.', { example: 'hello.txt' })
  @IsName(255)
  readonly filename!: string;

  @ApiOptional('The type, as far as the content does not show it.', { example: 'text/plain' })
  @IsName(255)
  readonly mime_type?: string;
}

/** A message to the assistant. Text or a file is required. */
export class NewChatMessageDto {
  @ApiOptional('The text.', { maxLength: 100_000, example: 'Which days is the office open?' })
  @IsWords()
  readonly text?: string;

  @ApiOptional('Its files.', { type: [ChatFileDto] })
  @IsArray()
  @ArrayMaxSize(MOST_FILES)
  @ValidateNested({ each: true })
  @Type(() => ChatFileDto)
  readonly files?: readonly ChatFileDto[];
}

export class ChatReceiptDto {
  @ApiField('Whether the message was stored now, or by an earlier request with the same key.', {
    enum: ['stored', 'duplicate'],
    example: 'stored',
  })
  readonly receipt!: 'stored' | 'duplicate';
}

export class ChatDecisionDto {
  @ApiField(
    '`allow-hour` also allows calls of the same tool for the caller in this conversation for an hour.',
    {
      enum: APPROVAL_DECISIONS,
    },
  )
  @IsIn(APPROVAL_DECISIONS)
  readonly decision!: ApprovalDecision;
}

export class ChatFactDto {
  @ApiProperty({ example: 'title' })
  readonly name!: string;

  @ApiProperty({ example: '"Broken link"' })
  readonly value!: string;
}

/** A tool call that needs a decision, as the chat shows it. */
export class ChatApprovalDto {
  @ApiProperty({ example: 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ enum: APPROVAL_STATES, enumName: 'ApprovalState', nullable: true })
  readonly state!: ApprovalState | null;

  @ApiField('Who wants to call which tool.', { example: 'main wants to call create_issue of linear' })
  readonly title!: string;

  @ApiField('The arguments, and what else is decided about.', { type: [ChatFactDto] })
  readonly facts!: readonly ChatFactDto[];

  @ApiTime('The deadline for the decision.')
  readonly expires_at!: string;

  @ApiTextOrNull('The display name of the actor who decided.', { example: null })
  readonly decided_by_name!: string | null;

  @ApiField('Whether the caller may decide about it now.', { example: true })
  readonly may_decide!: boolean;
}

/** A line of the caller's conversation with the assistant. */
export class ChatMessageDto {
  @ApiProperty({ example: 'msg_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiField('`operator`: a person who has taken the conversation over; `gateway`: a notice, or a request.', {
    enum: CHAT_AUTHORS,
    enumName: 'ChatAuthor',
  })
  readonly author!: (typeof CHAT_AUTHORS)[number];

  @ApiField('The text; of a command, only its name. Empty for notices to the assistant.', {
    example: 'Hello.',
  })
  readonly text!: string;

  @ApiProperty({
    type: String,
    enum: LINE_OUTCOMES,
    nullable: true,
    description: "The outcome of the caller's own message; `waiting` until it has one.",
  })
  readonly outcome!: (typeof LINE_OUTCOMES)[number] | null;

  @ApiTextOrNull(
    'Why the assistant did not answer: a code listed at /docs/reference/reasons, or the command.',
    { example: null },
  )
  readonly reason!: string | null;

  @ApiProperty({ type: MessageFileDto, isArray: true, description: 'The files of the message, in order.' })
  readonly files!: readonly MessageFileDto[];

  @ApiFieldOrNull(ChatApprovalDto, 'The request, if this line asks for a decision about a tool call.')
  readonly approval!: ChatApprovalDto | null;

  @ApiTime('Time at which the message was sent, or else arrived.')
  readonly at!: string;
}

export const toChatMessageDto =
  (mayDecide: boolean) =>
  ({ request, files, at, ...line }: ChatLine): Json<ChatMessageDto> => ({
    ...line,
    files: files.map(toMessageFileDto),
    approval: request ? toChatApprovalDto(request, mayDecide) : null,
    at: isoTime(at),
  });

function toChatApprovalDto(
  { content, approval }: NonNullable<ChatLine['request']>,
  mayDecide: boolean,
): Json<ChatApprovalDto> {
  const { approvalId, title, facts, expiresAt } = content;
  return {
    id: approvalId,
    state: approval?.state ?? null,
    title,
    facts: facts.map(({ name, value }) => ({ name, value })),
    expires_at: isoTime(expiresAt),
    decided_by_name: approval?.decidedByName ?? null,
    may_decide: mayDecide && approval?.state === 'pending',
  };
}
