import {
  ApiField,
  ApiFieldOrNull,
  ApiTextOrNull,
  ApiTimeOrNull,
  isoTimeOrNull,
} from '../../../common/index.js';
import { type PostOutcome, WEBHOOK_STATES, type WebhookView } from '../../../webhooks/index.js';
import type { Json } from '../../http/json.js';

const OUTCOMES = ['taken', 'gone', 'failed'] as const satisfies readonly PostOutcome['kind'][];

/** A webhook, its address and its state. */
export class WebhookDto {
  @ApiField('Its id in `webhooks.list`.', { example: 'crm' })
  readonly id!: string;

  @ApiField('The origin and path of its address. The query is never shown.', {
    example: 'https://crm.example.org/hooks/gatehouse',
  })
  readonly url!: string;

  @ApiField('Subscribed event types.', { type: [String], example: ['message.*', 'channel.down'] })
  readonly events!: readonly string[];

  @ApiField('Whether messages include the conversation’s text.', { example: false })
  readonly include_text!: boolean;

  @ApiField(
    '`failing`: the last attempt failed and will be retried. `off`: the receiver answered 410. Nothing is stored or sent ' +
      'until you switch the webhook on or change its address.',
    { enum: WEBHOOK_STATES, enumName: 'WebhookState' },
  )
  readonly state!: WebhookView['state'];

  @ApiField('The number of pending messages.', { example: 0 })
  readonly waiting!: number;

  @ApiTimeOrNull('When the oldest pending message was stored.')
  readonly oldest_waiting_at!: string | null;

  @ApiField('The number of failed messages. `resend` sends them again.', { example: 0 })
  readonly dead!: number;

  @ApiTimeOrNull('Time of the first failure since the last success.')
  readonly failing_since!: string | null;

  @ApiTimeOrNull('Time of the next attempt; null if no retry is scheduled.')
  readonly next_try_at!: string | null;

  @ApiTimeOrNull('When a message was last accepted, up to a second out of date.')
  readonly last_success_at!: string | null;

  @ApiTimeOrNull('When a message last failed.')
  readonly last_failure_at!: string | null;

  @ApiTextOrNull('The reason for the last failure, without the response body.', { example: 'HTTP 503' })
  readonly last_failure!: string | null;
}

export class WebhookListDto {
  @ApiField('All on one page, in configuration order.', { type: [WebhookDto] })
  readonly items!: readonly WebhookDto[];
}

/** The result of a `webhook.test` message. */
export class WebhookTestDto {
  @ApiField('The `webhook-id` of the message.', { example: 'msg_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly message_id!: string;

  @ApiField('`gone`: the receiver answered 410.', { enum: OUTCOMES, enumName: 'WebhookOutcome' })
  readonly outcome!: PostOutcome['kind'];

  @ApiFieldOrNull('integer', 'The HTTP status of the response; null without a response.', { example: 204 })
  readonly status!: number | null;

  @ApiTextOrNull('Why the message was not accepted.', { example: null })
  readonly reason!: string | null;
}

export class ResentDto {
  @ApiField('The number of messages queued again.', { example: 12 })
  readonly count!: number;
}

export const toWebhookDto = (view: WebhookView): Json<WebhookDto> => ({
  id: view.id,
  url: view.url,
  events: view.events,
  include_text: view.includeText,
  state: view.state,
  waiting: view.waiting,
  oldest_waiting_at: isoTimeOrNull(view.oldest),
  dead: view.dead,
  failing_since: isoTimeOrNull(view.failingSince),
  next_try_at: isoTimeOrNull(view.nextTryAt),
  last_success_at: isoTimeOrNull(view.lastSuccessAt),
  last_failure_at: isoTimeOrNull(view.lastFailureAt),
  last_failure: view.lastFailure,
});

export const toTestDto = (messageId: string, outcome: PostOutcome): Json<WebhookTestDto> => ({
  message_id: messageId,
  outcome: outcome.kind,
  status: outcome.status ?? null,
  reason: 'reason' in outcome ? outcome.reason : null,
});
