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

/** A webhook: where it leads, and how it is. */
export class WebhookDto {
  @ApiField('Its id in `webhooks.list`.', { example: 'crm' })
  readonly id!: string;

  @ApiField('Origin and path of its address; what follows them is never shown.', {
    example: 'https://crm.example.org/hooks/gatehouse',
  })
  readonly url!: string;

  @ApiField('Subscribed event types.', { type: [String], example: ['message.*', 'channel.down'] })
  readonly events!: readonly string[];

  @ApiField('Whether messages include the conversation’s text.', { example: false })
  readonly include_text!: boolean;

  @ApiField(
    '`failing`: its last try failed, and it is tried again. `off`: its receiver answered 410, so nothing is stored or ' +
      'sent until it is switched on, or has another address.',
    { enum: WEBHOOK_STATES, enumName: 'WebhookState' },
  )
  readonly state!: WebhookView['state'];

  @ApiField('Messages that wait.', { example: 0 })
  readonly waiting!: number;

  @ApiTimeOrNull('When the oldest of them was stored.')
  readonly oldest_waiting_at!: string | null;

  @ApiField('Failed messages; `resend` sends them again.', { example: 0 })
  readonly dead!: number;

  @ApiTimeOrNull('The first failure since the last success.')
  readonly failing_since!: string | null;

  @ApiTimeOrNull('Nothing is sent before; null where nothing has to wait for that.')
  readonly next_try_at!: string | null;

  @ApiTimeOrNull('The last time that a message was taken, at most a second behind.')
  readonly last_success_at!: string | null;

  @ApiTimeOrNull('The last time that a message was not taken.')
  readonly last_failure_at!: string | null;

  @ApiTextOrNull('The reason of that; no text of the answer.', { example: 'HTTP 503' })
  readonly last_failure!: string | null;
}

export class WebhookListDto {
  @ApiField('All on one page, in the order of the configuration.', { type: [WebhookDto] })
  readonly items!: readonly WebhookDto[];
}

/** How a message of the type `webhook.test` ended. */
export class WebhookTestDto {
  @ApiField('Its `webhook-id`.', { example: 'msg_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly message_id!: string;

  @ApiField('`gone`: the receiver answered 410.', { enum: OUTCOMES, enumName: 'WebhookOutcome' })
  readonly outcome!: PostOutcome['kind'];

  @ApiFieldOrNull('integer', 'Status of the answer; null without one.', { example: 204 })
  readonly status!: number | null;

  @ApiTextOrNull('Why it was not taken.', { example: null })
  readonly reason!: string | null;
}

export class ResentDto {
  @ApiField('How many messages wait again.', { example: 12 })
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
