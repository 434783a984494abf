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

  @ApiField('The name of the command, where it was one.', { required: false, example: 'status' })
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
  @ApiTextOrNull('The code of the reason; docs/reference/reasons.md has them all.', {
    example: 'not-paired',
  })
  readonly reason!: string | null;
}

@ApiSchema({ name: 'MessageFailedNews' })
class MessageFailedDto extends MessageNewsDto {
  @ApiTextOrNull('The code of the reason; docs/reference/reasons.md has them all.', {
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

  @ApiTime('The end of the request.')
  readonly expires_at!: string;
}

@ApiSchema({ name: 'PairingDecidedNews' })
class PairingDecidedDto extends PairingNewsDto {
  @ApiProperty({ enum: ['approved', 'denied'] })
  readonly status!: 'approved' | 'denied';

  @ApiField('The actor, as the audit log has it.', { example: 'token:owner' })
  readonly by!: string;
}

@ApiSchema({ name: 'DeliveryDeadNews' })
class DeliveryDeadDto extends AccountNewsDto {
  @ApiProperty({ example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly delivery_id!: string;

  @ApiTextOrNull('The message that it answers; null for one that an operator sent.', {
    example: EVENT_ID,
  })
  readonly event_id!: string | null;

  @ApiProperty({ example: PLACE })
  readonly conversation_id!: string;

  @ApiField('Whose words it has.', { example: 'assistant' })
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

  @ApiTimeOrNull('The begin of the hold.')
  readonly since!: string | null;

  @ApiField('The actor, as the audit log has it.', { example: 'token:owner' })
  readonly by!: string;
}

@ApiSchema({ name: 'ConversationHeldNews' })
class ConversationHeldDto extends ConversationReleasedDto {
  @ApiTimeOrNull('The end of the hold; null without one.')
  readonly until!: string | null;
}

@ApiSchema({ name: 'ChannelStateNews' })
class ChannelStateDto extends AccountNewsDto {
  @ApiProperty({ example: 'transient-disconnect' })
  readonly status!: string;

  @ApiTextOrNull('Why it is so.', { example: 'ECONNREFUSED' })
  readonly reason!: string | null;

  @ApiTime('Since when it is so.')
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
  @ApiTextOrNull('The code of the reason; docs/reference/reasons.md has them all.', {
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

  @ApiField('The single thing that it is about.', { example: 'imbridge/default' })
  readonly subject!: string;

  @ApiField('The problem, in words.', { example: 'imbridge/default is disconnected' })
  readonly message!: string;

  @ApiTimeOrNull('Since when it is so, where that is known.')
  readonly since!: string | null;

  @ApiTextOrNull('The path of the setting that decided.', { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull('What to do about it.', { example: '`gatehouse doctor`' })
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

/** Everything that a webhook can be told of: a further type is one row here, with the schema of its data. */
const EVENTS = {
  'message.received': [
    'A message of a person with access is stored, before a model is asked.',
    MessageReceivedDto,
  ],
  'message.answered': ['An answer is stored, and is sent next.', MessageAnsweredDto],
  'message.dropped': ['A message gets no answer of the assistant.', MessageDroppedDto],
  'message.failed': ['No answer could be made.', MessageFailedDto],
  'pairing.requested': ['An unknown sender was sent a code.', PairingRequestedDto],
  'pairing.decided': ['An operator approved or denied a request.', PairingDecidedDto],
  'delivery.dead': ['A message of the assistant or of an operator failed for good.', DeliveryDeadDto],
  'conversation.held': ['A person took over a conversation, or changed the terms.', ConversationHeldDto],
  'conversation.released': ['A person handed a conversation back.', ConversationReleasedDto],
  'channel.down': ['An account cannot be used.', ChannelStateDto],
  'channel.up': ['An account that was down can be used again.', ChannelStateDto],
  'agent.failing': ['The last turn of an agent failed because of its model or service.', AgentFailingDto],
  'agent.recovered': ['A turn of an agent that was failing succeeded.', AgentRecoveredDto],
  'alert.raised': ['Something needs a person.', AlertNewsDto],
  'alert.cleared': ['It needs a person no more.', AlertClearedDto],
} as const satisfies Readonly<Record<string, Row>>;

export type WebhookType = keyof typeof EVENTS;
export const WEBHOOK_TYPES = Object.keys(EVENTS) as readonly WebhookType[];

/** Sent on demand, and therefore in no list of a webhook. */
const TEST: Row = ['An operator had a test message sent.', TestNewsDto];

export const ALL_WEBHOOK_DOCS: readonly WebhookDocs[] = Object.entries<Row>({
  ...EVENTS,
  'webhook.test': TEST,
}).map(([type, [description, data]]) => ({ type, description, data }));
