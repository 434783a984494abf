import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChannelId,
  Clock,
  Connector,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  errorText,
  type HasWebhooks,
  type InboundSink,
  type RemoteMessageId,
  type ResolvesTargets,
  type SenderId,
  type SendOutcome,
  type Webhook,
} from 'gatehouse/plugin';
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
    const keys = new Set(allowFrom.map((name) => `sender:${name}`));
    return [
      {
        account: DEFAULT_ACCOUNT,
        dmPolicy,
        allowFrom: { anyone: allowFrom.includes('*'), keys },
        groupPolicy: 'disabled',
        groupAllowFrom: { anyone: false, keys: new Set() },
        text: { chunkLimit: 4_000, chunkMode: 'length' },
        sendReadReceipts: false,
        blockStreaming: false,
        configWrites: false,
        group: () => ({ isExcluded: true, requireMention: true }),
      },
    ];
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
  private async receive({ id, from, text }: PostboxMessage): Promise<void> {
    if (!this.sink) throw new Error('not connected');
    await this.sink.accept({
      kind: 'message',
      channel: POSTBOX,
      account: DEFAULT_ACCOUNT,
      inboxKey: id,
      messageId: id as RemoteMessageId,
      conversation: { id: from as ConversationId, kind: 'direct' },
      sender: { id: from as SenderId, isSelf: false },
      occurredAt: this.clock.now(),
      isLate: false,
      accessKeys: [`sender:${from}`],
      text,
      attachments: [],
    });
  }

  /** Operators and the assistant name people in the same way as the service. */
  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    return text === '' ? undefined : (text as ConversationId);
  }

  async send({ correlationId, content, target }: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    if (content.kind !== 'text') return refused('not-supported', `a ${content.kind} cannot be sent`);
    try {
      const response = await fetch(new URL('/messages', this.config.url), {
        method: 'POST',
        signal,
        headers: {
          authorization: `Bearer ${this.config.secret ?? ''}`,
          'content-type': 'application/json',
          'idempotency-key': correlationId,
        },
        body: JSON.stringify({ to: target.conversation, text: content.text }),
      });
      if (response.ok) return { kind: 'sent', at: this.clock.now() };
      if (response.status < 500) return refused('rejected', `the service answers ${response.status}`);
      return { kind: 'unknown', code: 'remote-error', detail: `the service answers ${response.status}` };
    } catch (error) {
      return { kind: 'unknown', code: signal.aborted ? 'aborted' : 'unreachable', detail: errorText(error) };
    }
  }
}

const refused = (code: 'not-supported' | 'rejected', detail: string): SendOutcome => ({
  kind: 'not-sent',
  code,
  retry: { kind: 'never' },
  detail,
});
