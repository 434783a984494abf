import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ApiOptional } from '../../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../../common/index.js';
import type { Explanation } from '../../../operator/index.js';
import {
  type Deliveries,
  type Delivery,
  DELIVERY_STATES,
  type DeliveryState,
} from '../../../delivery/index.js';
import { OfConversation } from '../../http/account.dto.js';
import type { Json } from '../../http/json.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { REMEDY, SETTING } from '../../http/reason.dto.js';

type Handover = Extract<Delivery['content'], { kind: 'handover' }>;
type Attempt = Awaited<ReturnType<Deliveries['attemptsOf']>>[number];

const CONTENT_KINDS = ['text', 'card', 'media', 'poll', 'handover', 'approval'] as const;
const OUTCOMES = ['sent', 'not-sent', 'unknown'] as const;

export class DeliveryQueryDto extends PageQueryDto {
  @ApiOptional('Restricts the list to deliveries with this status.', { enum: DELIVERY_STATES })
  @IsIn(DELIVERY_STATES)
  readonly status?: DeliveryState;
}

/** A message on its way to one target. Lists omit the content of the message. */
export class DeliveryDto extends OfConversation({ id: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiField(
    'With `sending` and `unknown`, the message may have been sent; the gateway checks before it sends again. `dead` needs an operator.',
    { enum: DELIVERY_STATES, enumName: 'DeliveryStatus' },
  )
  readonly status!: DeliveryState;

  @ApiField('The number of attempts started.', { example: 1 })
  readonly attempt_count!: number;

  @ApiTextOrNull("The service's id of the message; null until sent.", { example: null })
  readonly message_id!: string | null;

  @ApiTextOrNull('Why the last attempt failed.', { example: 'unreachable' })
  readonly last_code!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'connection refused' })
  readonly last_detail!: string | null;

  @ApiTime('Time at which the message was queued.')
  readonly created_at!: string;

  @ApiTimeOrNull('Start of the last attempt.')
  readonly last_attempt_at!: string | null;

  @ApiTimeOrNull('Time at which the service accepted the message.')
  readonly sent_at!: string | null;

  @ApiTimeOrNull(
    "Time at which the message reached one of the recipient's devices, if reported by the service.",
  )
  readonly delivered_at!: string | null;

  @ApiTimeOrNull('Time at which the message was read, if reported by the service.')
  readonly read_at!: string | null;
}

export class DeliveryAttemptDto {
  @ApiProperty({ type: 'integer', example: 1 })
  readonly number!: number;

  @ApiTime('Start time.')
  readonly started_at!: string;

  @ApiTime('End time.')
  readonly ended_at!: string;

  @ApiProperty({ enum: OUTCOMES, enumName: 'AttemptOutcome' })
  readonly outcome!: (typeof OUTCOMES)[number];

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly code!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly detail!: string | null;
}

export class DeliveryFileDto {
  @ApiProperty({ example: 'report.pdf' })
  readonly name!: string;

  @ApiField('The type, detected from the content.', { example: 'application/pdf' })
  readonly mime_type!: string;

  @ApiField('The size in bytes.', { example: 48213 })
  readonly bytes!: number;

  @ApiField('Whether the file is sent as a voice memo.')
  readonly as_voice!: boolean;
}

export class DeliveryContentDto {
  @ApiProperty({
    enum: CONTENT_KINDS,
    description: '`handover`: the step after a person accepted or declined a file.',
  })
  readonly kind!: (typeof CONTENT_KINDS)[number];

  @ApiField('The text. Empty for a file without one.', { example: 'Hello.' })
  readonly text!: string;

  @ApiField('The file, without its content, for the kinds `media` and `handover`.', {
    required: false,
    type: DeliveryFileDto,
  })
  readonly file?: DeliveryFileDto;
}

export class DeliveryDetailDto extends DeliveryDto {
  @ApiTextOrNull('The meaning of `last_code`; null once sent.', {
    example: 'The service refused the message.',
  })
  readonly what!: string | null;

  @ApiTextOrNull(SETTING, { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull(REMEDY, { example: '`gatehouse deliveries retry dlv_01j9zq4c5x8r2m6t0w3y7v1b4d`' })
  readonly remedy!: string | null;

  @ApiField('The content of the message.', { type: DeliveryContentDto })
  readonly content!: DeliveryContentDto;

  @ApiField('Finished attempts, oldest first.', { type: [DeliveryAttemptDto] })
  readonly attempts!: readonly DeliveryAttemptDto[];
}

export function toDeliveryDto(delivery: Delivery): Json<DeliveryDto> {
  const { target } = delivery;
  return {
    id: delivery.id,
    channel: target.channel,
    account: target.account,
    conversation_id: target.conversation,
    status: delivery.state,
    attempt_count: delivery.attempts,
    message_id: delivery.remoteId,
    last_code: delivery.lastCode,
    last_detail: delivery.lastDetail,
    created_at: isoTime(delivery.createdAt),
    last_attempt_at: isoTimeOrNull(delivery.lastAttemptAt),
    sent_at: isoTimeOrNull(delivery.sentAt),
    delivered_at: isoTimeOrNull(delivery.deliveredAt),
    read_at: isoTimeOrNull(delivery.readAt),
  };
}

/** The facts about a delivery that its own row does not have. */
interface DeliveryFacts {
  readonly attempts: readonly Attempt[];
  /** Why it is not sent yet. */
  readonly cause: Explanation | undefined;
}

export function toDeliveryDetailDto(
  delivery: Delivery,
  { attempts, cause }: DeliveryFacts,
): Json<DeliveryDetailDto> {
  return {
    ...toDeliveryDto(delivery),
    what: cause?.what ?? null,
    setting: cause?.setting ?? null,
    remedy: cause?.remedy ?? null,
    content: toContentDto(delivery.content),
    attempts: attempts.map(toAttemptDto),
  };
}

function toContentDto(content: Delivery['content']): Json<DeliveryContentDto> {
  if (content.kind === 'handover') return toHandoverDto(content);
  if (content.kind !== 'media') return { kind: content.kind, text: content.text };
  const { kind, text, filename, mimeType, bytes, asVoice } = content;
  return { kind, text, file: { name: filename, mime_type: mimeType, bytes, as_voice: asVoice } };
}

/** Hides the destination, because anyone who knows it can write there. */
function toHandoverDto({ kind, text, file, filename }: Handover): Json<DeliveryContentDto> {
  if (!file) return { kind, text };
  const { mimeType: mime_type, bytes } = file;
  return { kind, text, file: { name: filename, mime_type, bytes, as_voice: false } };
}

const toAttemptDto = ({
  number,
  started_at,
  ended_at,
  outcome,
  code,
  detail,
}: Attempt): Json<DeliveryAttemptDto> => ({
  number,
  started_at: isoTime(started_at),
  ended_at: isoTime(ended_at),
  outcome,
  code,
  detail,
});
