import { Injectable } from '@nestjs/common';
import { Clock, newId } from '../../common/index.js';
import { GatehouseConfig, type WebhookConfig, WEBHOOKS, type WebhookType } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import { WebhookMessages } from './webhook-messages.repository.js';
import { WebhookStates } from './webhook-states.repository.js';

/** An event for webhooks. */
export interface WebhookNews {
  readonly type: WebhookType;
  /**
   * Messages with the same one are sent in their order; null for what is in no conversation, which is ordered by the
   * group of its type.
   */
  readonly conversation: string | null;
  /** `text` in it goes only to webhooks with `includeText`. */
  readonly data: { readonly [name: string]: unknown; readonly text?: string | undefined };
  /** The webhooks to tell, whichever types they list; left out = all that list the type. */
  readonly only?: readonly string[];
}

/** Stores what webhooks are told, in the transaction of what has happened: both are on disk, or neither is. */
@Injectable()
export class WebhookOutbox {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly config: GatehouseConfig,
    private readonly messages: WebhookMessages,
    private readonly states: WebhookStates,
    private readonly clock: Clock,
  ) {}

  /** Whether a webhook wants to be told of this type; answered from memory. */
  wants(type: WebhookType): boolean {
    return this.listening().some((webhook) => webhook.wants(type));
  }

  /** Whether this webhook is configured and on; answered from memory. */
  isOn(id: string): boolean {
    return this.listening().some((webhook) => webhook.id === id);
  }

  /** Whether it also took its last message. */
  isWell(id: string): boolean {
    return this.listening().some((webhook) => webhook.id === id && !this.states.isFailing(webhook));
  }

  /** Issues its one statement before it returns, or none where no one wants to know. */
  add(tx: Tx, news: WebhookNews): Promise<void> {
    const webhooks = this.receiversOf(news);
    if (webhooks.length === 0) return Promise.resolve();
    const now = this.clock.now();
    const id = newId('msg', now);
    const lane = news.conversation ?? news.type.slice(0, news.type.indexOf('.'));
    tx.afterCommit(() => {
      for (const tell of this.listeners) tell();
    });
    return this.messages.add(
      tx,
      webhooks.map((webhook) => ({
        id,
        webhook: webhook.id,
        lane,
        type: news.type,
        created_at: now,
        body: bodyOf(news, now, webhook),
      })),
    );
  }

  /** Reads which webhooks are off or fail, as other processes may have had it. */
  async refresh(): Promise<void> {
    await this.states.all();
  }

  /** Called after each commit of this process that has added a message. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  private receiversOf({ type, only }: WebhookNews): readonly WebhookConfig[] {
    const isMeant = (webhook: WebhookConfig) => only?.includes(webhook.id) ?? webhook.wants(type);
    return this.listening().filter(isMeant);
  }

  /** Those that are on. */
  private listening(): readonly WebhookConfig[] {
    return this.config.get(WEBHOOKS).list.filter((webhook) => !this.states.isOff(webhook));
  }
}

function bodyOf({ type, data }: WebhookNews, at: number, { includeText }: WebhookConfig): string {
  const { text, ...rest } = data;
  // JSON has no members that are undefined.
  const shown = includeText ? { ...rest, text } : rest;
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: shown });
}
