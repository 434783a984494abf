import { Injectable } from '@nestjs/common';
import { GatehouseError, newId } from '../common/index.js';
import { GatehouseConfig, type WebhookConfig, WEBHOOKS } from '../config/index.js';
import type { Tx } from '../persistence/index.js';
import type { WebhookCounts } from './outbox/webhook-messages.repository.js';
import type { PostOutcome } from './sending/webhook-post.js';
import { WebhookRecords } from './sending/webhook-records.service.js';
import { WebhookSender } from './sending/webhook-sender.service.js';

/** `failing`: its last try failed. `off`: its receiver had it switched off. */
export const WEBHOOK_STATES = ['on', 'failing', 'off'] as const;

/** A webhook for operators. Times are epoch ms, null = never. */
export interface WebhookView extends WebhookCounts {
  readonly id: string;
  /** Origin and path of its address: what follows may be secret. */
  readonly url: string;
  readonly events: readonly string[];
  readonly includeText: boolean;
  readonly state: (typeof WEBHOOK_STATES)[number];
  readonly failingSince: number | null;
  /** Nothing is sent before; null where nothing has to wait. */
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  readonly lastFailure: string | null;
}

const TEST = 'webhook.test';

/** Webhooks as operators see and change them. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly records: WebhookRecords,
    private readonly sender: WebhookSender,
  ) {}

  /** In the order of the configuration; reads nothing where it has none. */
  async list(): Promise<readonly WebhookView[]> {
    const { list } = this.config.get(WEBHOOKS);
    if (list.length === 0) return [];
    const { states, counts } = await this.records.overview();
    return list.map((webhook) => viewOf(webhook, states.get(webhook.id), counts.get(webhook.id)));
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<WebhookView> {
    const { id: found } = this.configured(id);
    const view = (await this.list()).find((each) => each.id === found);
    if (!view) throw noWebhook();
    return view;
  }

  /** How many messages wait, by webhook. */
  async backlog(): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.list()).map(({ id, waiting }) => [id, waiting]));
  }

  /**
   * Sends a message of the type `webhook.test` now, past those that wait, and changes nothing of the webhook.
   * @throws GatehouseError NOT_FOUND
   */
  async test(id: string): Promise<{ readonly messageId: string; readonly outcome: PostOutcome }> {
    const webhook = this.configured(id);
    const now = this.records.now();
    const messageId = newId('msg', now);
    const data = { webhook_id: id };
    const body = JSON.stringify({ type: TEST, timestamp: new Date(now).toISOString(), data });
    return { messageId, outcome: await this.sender.wire.send(webhook, { id: messageId, body }) };
  }

  /** Has it take messages again, and tries those that wait at once. @throws GatehouseError NOT_FOUND */
  async switchOn(id: string, note: (tx: Tx) => Promise<void>): Promise<void> {
    await this.records.begin(this.configured(id));
    await this.records.switchOn(id, note);
    this.sender.reload(id);
  }

  /** Sends failed messages again. @returns how many messages @throws GatehouseError NOT_FOUND */
  async resend(id: string, note: (tx: Tx, count: number) => Promise<void>): Promise<number> {
    this.configured(id);
    const count = await this.records.revive(id, note);
    this.sender.reload(id);
    return count;
  }

  private configured(id: string): WebhookConfig {
    const webhook = this.config.get(WEBHOOKS).list.find((each) => each.id === id);
    if (!webhook) throw noWebhook();
    return webhook;
  }
}

const noWebhook = () =>
  new GatehouseError('NOT_FOUND', 'No such webhook.', 'no webhook in webhooks.list has this id');

type States = Awaited<ReturnType<WebhookRecords['overview']>>['states'];

function viewOf(
  { id, url, events, includeText }: WebhookConfig,
  state: ReturnType<States['get']>,
  counts: WebhookCounts = { waiting: 0, dead: 0, oldest: null },
): WebhookView {
  const { origin, pathname } = new URL(url);
  const isOff = (state?.off_at ?? null) !== null;
  const failingSince = state?.failing_since ?? null;
  return {
    id,
    url: `${origin}${pathname}`,
    events,
    includeText,
    ...counts,
    state: isOff ? 'off' : failingSince === null ? 'on' : 'failing',
    failingSince,
    nextTryAt: isOff || counts.waiting === 0 ? null : (state?.retry_at ?? null),
    lastSuccessAt: state?.last_success_at ?? null,
    lastFailureAt: state?.last_failure_at ?? null,
    lastFailure: state?.last_failure ?? null,
  };
}
