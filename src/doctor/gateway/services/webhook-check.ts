import { Injectable } from '@nestjs/common';
import type { Check, Finding } from '../../../common/index.js';
import { Webhooks, type WebhookView } from '../../../webhooks/index.js';
import type { CheckSource } from '../../check-source.js';
import { faultFound, ok } from '../../faults.js';

/** Webhooks that are off, fail, or have messages that were given up. */
@Injectable()
export class WebhookCheck implements CheckSource {
  constructor(private readonly webhooks: Webhooks) {}

  checks(): readonly Check[] {
    return [{ id: 'webhooks', run: () => this.findings() }];
  }

  private async findings(): Promise<readonly Finding[]> {
    const all = await this.webhooks.list();
    const found = all.flatMap(findingsOf);
    if (found.length > 0) return found;
    const ids = all.map(({ id }) => id);
    return [ok(ids.length === 0 ? 'no webhook is configured' : `no fault of ${ids.join(', ')}`)];
  }
}

export const webhookOffText = ({ id }: Pick<WebhookView, 'id'>): string =>
  `the receiver of the webhook ${id} had it switched off`;

export const webhookFailingText = ({ id, lastFailure, waiting }: WebhookView): string =>
  `the webhook ${id} fails: ${lastFailure ?? 'no reason given'}; ${waiting} wait`;

const deadText = ({ id, dead }: WebhookView): string =>
  `${dead} ${dead === 1 ? 'message' : 'messages'} for ${id} given up`;

function findingsOf(webhook: WebhookView): readonly Finding[] {
  const { id, state, dead } = webhook;
  const facts = { id };
  return [
    ...(state === 'off' ? [faultFound('webhook-off', webhookOffText(webhook), { facts })] : []),
    ...(state === 'failing' ? [faultFound('webhook-failing', webhookFailingText(webhook), { facts })] : []),
    ...(dead > 0 ? [faultFound('webhook-messages-dead', deadText(webhook), { facts })] : []),
  ];
}
