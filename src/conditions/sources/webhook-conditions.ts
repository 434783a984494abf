import { Injectable } from '@nestjs/common';
import { Webhooks, type WebhookView } from '../../webhooks/index.js';
import { type Condition, condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

/** Webhooks that are off, fail, or have failed messages. */
@Injectable()
export class WebhookConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'webhooks',
      codes: ['webhook-off', 'webhook-failing', 'webhook-messages-dead'],
      cost: 'database',
      find: () => this.find(),
    },
  ];

  constructor(private readonly webhooks: Webhooks) {}

  private async find() {
    const all = await this.webhooks.list();
    const ids = all.map(({ id }) => id);
    const well = ids.length === 0 ? 'no webhook is configured' : `no problem with ${ids.join(', ')}`;
    return orWell(all.flatMap(conditionsOf), well);
  }
}

function conditionsOf(webhook: WebhookView): readonly Condition[] {
  const { id, state, dead, waiting, lastFailure, lastFailureAt, failingSince } = webhook;
  const about = { subject: id, facts: { id } };
  const off = `the receiver of the webhook ${id} had it switched off`;
  const failing = `the webhook ${id} fails: ${lastFailure ?? 'no reason given'}; ${waiting} wait`;
  const undelivered = `${dead} ${dead === 1 ? 'message' : 'messages'} for ${id} ${dead === 1 ? 'was' : 'were'} not delivered`;
  return [
    ...(state === 'off' ? [condition('webhook-off', off, { ...about, since: lastFailureAt })] : []),
    ...(state === 'failing'
      ? [condition('webhook-failing', failing, { ...about, since: failingSince })]
      : []),
    ...(dead > 0 ? [condition('webhook-messages-dead', undelivered, about)] : []),
  ];
}
