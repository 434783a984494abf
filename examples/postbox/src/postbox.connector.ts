import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  answerOutcome,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChannelId,
  Clock,
  Connector,
  type ConversationId,
  type DeliveryAttempt,
  directAccount,
  directMessage,
  type HasWebhooks,
  type InboundSink,
  NEVER,
  notSent,
  type ResolvesTargets,
  sendersList,
  type SendOutcome,
  type Webhook,
} from 'gatehouse/plugin';
import { postLetter } from './postbox.client.js';
import { PostboxConfig } from './postbox.config.js';
import { type PostboxMessage, postboxWebhook } from './postbox.webhook.js';

const POSTBOX = 'postbox' as ChannelId;

/** The injected configuration always has the newest values, so none of them is kept here. */
@Connector()
@Injectable()
export class PostboxConnector implements ChannelConnector, HasWebhooks, ResolvesTargets {
  readonly channel = POSTBOX;
  private sink: InboundSink | undefined;

  constructor(
    private readonly config: PostboxConfig,
    private readonly clock: Clock,
  ) {}

  accounts(): readonly AccountSettings[] {
    const { enabled, url, secret, dmPolicy, allowFrom } = this.config;
    if (!enabled || url === undefined || secret === undefined) return [];
    return [directAccount({ dmPolicy, allowFrom: sendersList(allowFrom) })];
  }

  capabilities(): ChannelCapabilities {
    return { version: 1, text: { maxChars: 4_000, format: 'plain' }, features: {} };
  }

  webhooks(): readonly Webhook[] {
    return [postboxWebhook(this.config, (message) => this.receive(message))];
  }

  connect(account: AccountId, sink: InboundSink): void {
    this.sink = sink;
    sink.state(account, { status: 'connected' });
  }

  async disconnect(): Promise<void> {
    this.sink = undefined;
  }

  /**
   * Resolves once the message is stored; only then may the service be told so. @throws Error while no account is
   * connected
   */
  async receive({ id, from, text }: PostboxMessage): Promise<void> {
    if (!this.sink) throw new Error('not connected');
    const occurredAt = this.clock.now();
    await this.sink.accept(directMessage({ channel: POSTBOX, id, from, text, occurredAt }));
  }

  /** Operators and the assistant name people in the same way as the service. */
  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    return text === '' ? undefined : (text as ConversationId);
  }

  async send({ correlationId, content, target }: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    if (content.kind !== 'text') return notSent('not-supported', NEVER, `a ${content.kind} cannot be sent`);
    const letter = { to: target.conversation, text: content.text };
    const outcome = await postLetter(this.config, letter, { key: correlationId, signal });
    return answerOutcome(outcome, this.clock.now());
  }
}
