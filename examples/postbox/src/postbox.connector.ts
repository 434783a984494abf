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
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  directAccount,
  directMessage,
  GatehouseError,
  type HasChecks,
  type HasWebhooks,
  type InboundSink,
  notSupported,
  type ResolvesTargets,
  type SendOutcome,
  type Webhook,
} from 'gatehouse/plugin';
import { postboxChecks } from './postbox.checks.js';
import { PostboxClient } from './postbox.client.js';
import { isSetUp, PostboxConfig } from './postbox.config.js';
import { type Letter, postboxWebhook } from './postbox.webhook.js';

/** The connector of the channel `postbox`: one account, and direct messages only. */
@Connector()
@Injectable()
export class PostboxConnector implements ChannelConnector, HasChecks, HasWebhooks, ResolvesTargets {
  readonly channel = 'postbox' as ChannelId;
  private readonly client: PostboxClient;
  private sink: InboundSink | undefined;

  constructor(
    private readonly config: PostboxConfig,
    private readonly clock: Clock,
  ) {
    this.client = new PostboxClient(config);
  }

  accounts(): readonly AccountSettings[] {
    const { enabled, dmPolicy, allowFrom } = this.config;
    if (!enabled || !isSetUp(this.config)) return [];
    return [directAccount({ dmPolicy, allowFrom })];
  }

  capabilities(): ChannelCapabilities {
    return { version: 1, text: { maxChars: 4_000, format: 'plain' }, features: {} };
  }

  webhooks(): readonly Webhook[] {
    return [postboxWebhook(this.config, (letter) => this.receive(letter))];
  }

  checks: HasChecks['checks'] = () => postboxChecks(this.client, () => this.clock.now());

  connect(account: AccountId, sink: InboundSink): void {
    this.sink = sink;
    sink.state(account, { status: 'connected' });
  }

  async disconnect(): Promise<void> {
    this.sink?.state(DEFAULT_ACCOUNT, { status: 'stopped' });
    this.sink = undefined;
  }

  async receive({ id, from, text }: Letter): Promise<void> {
    if (!this.sink) throw new GatehouseError('UNAVAILABLE', 'The account is not connected.');
    const occurredAt = this.clock.now();
    await this.sink.accept(directMessage({ channel: this.channel, id, from, text, occurredAt }));
  }

  /** People have one name, whether the service, an operator or the assistant writes it. */
  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    return text === '' ? undefined : (text as ConversationId);
  }

  async send({ content, target, correlationId }: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    if (content.kind !== 'text') return notSupported(`the service takes no ${content.kind}`);
    const letter = { to: target.conversation, text: content.text };
    return answerOutcome(await this.client.post(letter, correlationId, signal), this.clock.now());
  }
}
