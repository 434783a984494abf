import { Injectable } from '@nestjs/common';
import { Clock, filled } from '../../common/index.js';
import { FAULTS, webhookFailingText, webhookOffText } from '../../doctor/index.js';
import { Webhooks, type WebhookView } from '../../webhooks/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** A receiver that is started anew, or moved, takes messages again within this time, as a rule. */
const PATIENCE_MS = 15 * 60_000;

/** Webhooks whose receivers take no messages. */
@Injectable()
export class WebhookAlerts implements AlertSource {
  readonly codes = ['webhook-off', 'webhook-failing'] as const;
  readonly readsDatabase = true;

  constructor(
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    return (await this.webhooks.list()).flatMap((webhook) => this.alertsOf(webhook));
  }

  private alertsOf(webhook: WebhookView): readonly Alert[] {
    const { state, failingSince: since, lastFailureAt } = webhook;
    if (state === 'off') return [alert('webhook-off', webhook.id, webhookOffText(webhook), lastFailureAt)];
    if (since === null) return [];
    const isDue = this.clock.now() - since >= PATIENCE_MS;
    return [{ ...alert('webhook-failing', webhook.id, webhookFailingText(webhook), since), isDue }];
  }
}

function alert(code: 'webhook-off' | 'webhook-failing', id: string, message: string, since: number | null) {
  return alertOf({ code, subject: id, message, since, remedy: filled(FAULTS[code].remedy, { id }) });
}
