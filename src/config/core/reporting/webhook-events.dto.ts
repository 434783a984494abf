import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ApiField, ApiTextOrNull, ApiTime, ApiTimeOrNull, type WebhookDocs } from '../../../common/index.js';

const OUTCOMES = ['answer', 'silent', 'stopped', 'command'] as const;
const EVENT_ID = 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d';
const PLACE = 'iMessage;-;+12025550143';

class AccountNewsDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;
}

/** A message of a person. */
class MessageNewsDto extends AccountNewsDto {
  @ApiField('For `gatehouse explain`.', { example: EVENT_ID })
  readonly event_id!: string;

  @ApiProperty({ example: PLACE })
  readonly conversation_id!: string;

  @ApiField('`direct`, `group` or `channel`.', { example: 'direct' })
  readonly conversation_kind!: string;

  @ApiTextOrNull('The thread of the conversation.', { example: null })
  readonly thread_id!: string | null;

  @ApiProperty({ example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('Null for events other than a person’s message, such as a button press.', {
    example: null,
  })
  readonly message_id!: string | null;
}

const WITH_TEXT = ApiPropertyOptional({
  description: 'The text, for webhooks with `includeText`.',
  example: 'When do you open?',
});

@ApiSchema({ name: 'MessageReceivedNews' })
class MessageReceivedDto extends MessageNewsDto {
  @ApiField('The number of attached files.', { example: 0 })
  readonly files!: number;

  @WITH_TEXT
  readonly text?: string;
}

@ApiSchema({ name: 'MessageAnsweredNews' })
class MessageAnsweredDto extends MessageNewsDto {
  @ApiProperty({ enum: OUTCOMES, enumName: 'MessageAnsweredOutcome' })
  readonly outcome!: (typeof OUTCOMES)[number];

  @ApiField('The name of the command, if it was one.', { required: false, example: 'status' })
  readonly command?: string;

  @ApiTextOrNull('The model that answered; left out for a command.', {
    required: false,
    example: 'gpt-5.4',
  })
  readonly model?: string | null;

  @ApiTextOrNull('The delivery of the answer; left out for a command.', {
    required: false,
    example: null,
  })
  readonly delivery_id?: string | null;

  @ApiField('Earlier messages that were answered with this one; left out for a command.', {
    required: false,
    type: [String],
    example: [],
  })
  readonly joined_event_ids?: readonly string[];

  @WITH_TEXT
  readonly text?: string;
}

@ApiSchema({ name: 'MessageDroppedNews' })
class MessageDroppedDto extends MessageNewsDto {
  @ApiTextOrNull('The code of the reason; see /docs/reference/reasons.', {
    example: 'not-paired',
  })
  readonly reason!: string | null;
}

@ApiSchema({ name: 'MessageFailedNews' })
class MessageFailedDto extends MessageNewsDto {
  @ApiTextOrNull('The code of the reason; see /docs/reference/reasons.', {
    example: 'model-error',
  })
  readonly reason!: string | null;
}

class PairingNewsDto extends AccountNewsDto {
  @ApiProperty({ example: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly pairing_id!: string;

  @ApiProperty({ example: '+12025550143' })
  readonly sender_id!: string;
}

@ApiSchema({ name: 'PairingRequestedNews' })
class PairingRequestedDto extends PairingNewsDto {
  @ApiTextOrNull('The conversation in which it was requested.', { example: PLACE })
  readonly conversation_id!: string | null;

  @ApiTime('When the request ends.')
  readonly expires_at!: string;
}

@ApiSchema({ name: 'PairingDecidedNews' })
class PairingDecidedDto extends PairingNewsDto {
  @ApiProperty({ enum: ['approved', 'denied'] })
  readonly status!: 'approved' | 'denied';

  @ApiField('The actor, as in the audit log.', { example: 'token:owner' })
  readonly by!: string;
}

@ApiSchema({ name: 'DeliveryDeadNews' })
class DeliveryDeadDto extends AccountNewsDto {
  @ApiProperty({ example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly delivery_id!: string;

  @ApiTextOrNull('The message that it answers; null if an operator sent it.', {
    example: EVENT_ID,
  })
  readonly event_id!: string | null;

  @ApiProperty({ example: PLACE })
  readonly conversation_id!: string;

  @ApiField('Who wrote it.', { example: 'assistant' })
  readonly author!: string;

  @ApiField('The number of attempts.', { example: 8 })
  readonly attempts!: number;

  @ApiTextOrNull('The code of the last failure.', { example: 'remote-error' })
  readonly code!: string | null;

  @ApiTextOrNull('The last failure in words.', { example: 'HTTP 500' })
  readonly detail!: string | null;
}

@ApiSchema({ name: 'ConversationReleasedNews' })
class ConversationReleasedDto extends AccountNewsDto {
  @ApiProperty({ example: PLACE })
  readonly conversation_id!: string;

  @ApiTimeOrNull('The start of the hold.')
  readonly since!: string | null;

  @ApiField('The actor, as in the audit log.', { example: 'token:owner' })
  readonly by!: string;
}

@ApiSchema({ name: 'ConversationHeldNews' })
class ConversationHeldDto extends ConversationReleasedDto {
  @ApiTimeOrNull('The end of the hold; null if it has none.')
  readonly until!: string | null;
}

@ApiSchema({ name: 'ChannelStateNews' })
class ChannelStateDto extends AccountNewsDto {
  @ApiProperty({ example: 'transient-disconnect' })
  readonly status!: string;

  @ApiTextOrNull('The cause of this state.', { example: 'ECONNREFUSED' })
  readonly reason!: string | null;

  @ApiTime('When this state began.')
  readonly since!: string;
}

@ApiSchema({ name: 'AgentRecoveredNews' })
class AgentRecoveredDto {
  @ApiProperty({ example: 'main' })
  readonly agent_id!: string;

  @ApiTextOrNull('The name of its model.', { example: 'gpt-5.4' })
  readonly model!: string | null;
}

@ApiSchema({ name: 'AgentFailingNews' })
class AgentFailingDto extends AgentRecoveredDto {
  @ApiTextOrNull('The code of the reason; see /docs/reference/reasons.', {
    example: 'model-error',
  })
  readonly reason!: string | null;

  @ApiTextOrNull('The failure in words.', { example: 'the model answered 529' })
  readonly detail!: string | null;
}

@ApiSchema({ name: 'AlertRaisedNews' })
class AlertNewsDto {
  @ApiProperty({ example: 'alr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiField('The subject.', { example: 'channel-down' })
  readonly code!: string;

  @ApiField('The object that the alert is about.', { example: 'imbridge/default' })
  readonly subject!: string;

  @ApiField('The problem, in words.', { example: 'imbridge/default is disconnected' })
  readonly message!: string;

  @ApiTimeOrNull('When the problem began, if known.')
  readonly since!: string | null;

  @ApiTextOrNull('The path of the setting that caused it.', { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull('How to fix it.', { example: '`gatehouse doctor`' })
  readonly remedy!: string | null;

  @ApiTime('When it was raised.')
  readonly raised_at!: string;
}

@ApiSchema({ name: 'AlertClearedNews' })
class AlertClearedDto extends AlertNewsDto {
  @ApiTimeOrNull('When it was cleared.')
  readonly cleared_at!: string | null;

  @ApiField('How long it lasted.', { example: 720 })
  readonly lasted_seconds!: number;
}

@ApiSchema({ name: 'WebhookTestNews' })
class TestNewsDto {
  @ApiProperty({ example: 'crm' })
  readonly webhook_id!: string;
}

type Row = readonly [description: string, data: WebhookDocs['data']];

/** All event types of webhooks: a new type is one row here, with the schema of its data. */
const EVENTS = {
  'message.received': [
    'A message from a person with access was stored; no model has been called yet.',
    MessageReceivedDto,
  ],
  'message.answered': ['An answer was stored and will be sent.', MessageAnsweredDto],
  'message.dropped': ['A message gets no answer from the assistant.', MessageDroppedDto],
  'message.failed': ['No answer could be produced.', MessageFailedDto],
  'pairing.requested': ['An unknown sender was sent a code.', PairingRequestedDto],
  'pairing.decided': ['An operator approved or denied a request.', PairingDecidedDto],
  'delivery.dead': ['A message from the assistant or an operator failed for good.', DeliveryDeadDto],
  'conversation.held': ['A person took over a conversation, or changed the hold.', ConversationHeldDto],
  'conversation.released': ['A person handed a conversation back.', ConversationReleasedDto],
  'channel.down': ['An account cannot be used.', ChannelStateDto],
  'channel.up': ['An account that was down is usable again.', ChannelStateDto],
  'agent.failing': ['The last turn of an agent failed because of its model or service.', AgentFailingDto],
  'agent.recovered': ['A turn of an agent that was failing succeeded.', AgentRecoveredDto],
  'alert.raised': ['A problem needs attention.', AlertNewsDto],
  'alert.cleared': ['The problem no longer needs attention.', AlertClearedDto],
} as const satisfies Readonly<Record<string, Row>>;

export type WebhookType = keyof typeof EVENTS;
export const WEBHOOK_TYPES = Object.keys(EVENTS) as readonly WebhookType[];

/** Sent on demand, and therefore not a type to subscribe to. */
const TEST: Row = ['An operator requested a test message.', TestNewsDto];

export const ALL_WEBHOOK_DOCS: readonly WebhookDocs[] = Object.entries<Row>({
  ...EVENTS,
  'webhook.test': TEST,
}).map(([type, [description, data]]) => ({ type, description, data }));
