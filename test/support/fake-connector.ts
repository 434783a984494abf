import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ActionOutcome,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChecksEffects,
  Connector,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type Edit,
  type InboundMessage,
  type ExplainsActions,
  type FetchedFile,
  inMemory,
  type InboundSink,
  type EditsMessages,
  type FetchesMedia,
  type FormattedText,
  type DescribesConversations,
  type ManagesGroups,
  type MessageRef,
  type PastMessage,
  type Picture,
  type ConversationDetails,
  type Reacts,
  type ReadsMessageIds,
  type RecallsMessages,
  type ReconcileOutcome,
  type ReconcilesSends,
  type RemoteMessageId,
  type RendersText,
  type ResolvesTargets,
  type SenderId,
  type SendOutcome,
  type SendsReadReceipts,
  type SetsGroupIcon,
  type ShowsTyping,
  type Target,
  type UnsendsMessages,
} from '../../src/channels/index.js';
import { FAKE, FakeChannel } from './fake-channel.js';

export { FAKE } from './fake-channel.js';

/** The port of a channel with a remote in memory, for tests of the code between connectors. */
@Connector()
@Injectable()
export class FakeConnector
  extends FakeChannel
  implements
    ChannelConnector,
    ShowsTyping,
    SendsReadReceipts,
    ReconcilesSends,
    RecallsMessages,
    Reacts,
    EditsMessages,
    UnsendsMessages,
    ManagesGroups,
    SetsGroupIcon,
    ResolvesTargets,
    FetchesMedia,
    DescribesConversations,
    ExplainsActions,
    RendersText,
    ChecksEffects,
    ReadsMessageIds
{
  readonly channel = FAKE;
  messageIds: 'global' | 'per-conversation' = 'per-conversation';
  /** By default the remote decides. */
  changes?: 'own';
  /** By default none. */
  pollsFile?: string;
  readonly typingTtlMs = 60_000;
  /** Thrown by typing and marking as read. */
  courtesyFault?: Error;
  readonly typed: string[] = [];
  readonly read: string[] = [];
  /** Decides each attempt before the default, which accepts it. `take` stores it at the remote. */
  onSend?: (attempt: DeliveryAttempt, take: () => RemoteMessageId) => SendOutcome | Promise<SendOutcome>;
  onFindSent?: (attempt: DeliveryAttempt) => ReconcileOutcome | Promise<ReconcileOutcome>;
  settings: AccountSettings = {
    account: DEFAULT_ACCOUNT,
    dmPolicy: 'pairing',
    allowFrom: { anyone: false, keys: new Set() },
    groupPolicy: 'allowlist',
    groupAllowFrom: { anyone: false, keys: new Set() },
    text: { chunkLimit: 4000, chunkMode: 'length' },
    sendReadReceipts: true,
    blockStreaming: false,
    configWrites: true,
    group: () => ({ isExcluded: false, requireMention: true }),
  };
  /** Additional features of the remote. */
  features: ChannelCapabilities['features'] = {};
  /** Performed actions, in order. */
  readonly acted: unknown[] = [];
  onAct?: (action: string) => ActionOutcome | Promise<ActionOutcome>;
  /** Bytes of the attachments, by their ids; others cannot be fetched. */
  readonly media = new Map<string, Uint8Array>();
  /** The requested attachments. */
  readonly fetched: string[] = [];

  accounts(): readonly AccountSettings[] {
    return [this.settings];
  }

  capabilities(): ChannelCapabilities {
    return {
      version: 1,
      text: { maxChars: 4000, format: 'plain' },
      features: { typing: 'full', readReceipts: 'full', reconcile: 'full', ...this.features },
    };
  }

  connect(account: AccountId, sink: InboundSink): void {
    this.sink = sink;
    sink.state(account, { status: 'connected' });
  }

  disconnect(): Promise<void> {
    return Promise.resolve();
  }

  async send(attempt: DeliveryAttempt): Promise<SendOutcome> {
    // The attempt's own bytes must not be kept.
    const bytes = attempt.media && (await buffer(attempt.media.read()));
    const take = () => this.take(attempt, bytes);
    return this.onSend?.(attempt, take) ?? { kind: 'sent', messageId: take(), at: Date.now() };
  }

  async findSent(attempt: DeliveryAttempt): Promise<ReconcileOutcome> {
    if (this.onFindSent) return this.onFindSent(attempt);
    const found = this.sent.find((each) => each.correlationId === attempt.correlationId);
    return found ? { kind: 'sent', messageId: found.messageId, at: Date.now() } : { kind: 'not-sent' };
  }

  // Connectors should not throw synchronously, but may.
  typing(target: Target): Promise<void> {
    if (this.courtesyFault) throw this.courtesyFault;
    this.typed.push(target.conversation);
    this.seen.push({ conversation: target.conversation, what: 'typing' });
    return Promise.resolve();
  }

  markRead(target: Target): Promise<void> {
    if (this.courtesyFault) throw this.courtesyFault;
    this.read.push(target.conversation);
    return Promise.resolve();
  }

  react(
    message: MessageRef,
    { emoji, isRemoved }: { emoji: string; isRemoved: boolean },
  ): Promise<ActionOutcome> {
    return this.act('react', message.messageId, emoji, isRemoved);
  }

  edit({ messageId }: MessageRef, { text, author }: Edit): Promise<ActionOutcome> {
    return this.act('edit', messageId, text, author);
  }

  unsend({ messageId }: MessageRef): Promise<ActionOutcome> {
    return this.act('unsend', messageId);
  }

  renameGroup({ conversation }: Target, name: string): Promise<ActionOutcome> {
    return this.act('renameGroup', conversation, name);
  }

  addParticipant({ conversation }: Target, sender: SenderId): Promise<ActionOutcome> {
    return this.act('addParticipant', conversation, sender);
  }

  removeParticipant({ conversation }: Target, sender: SenderId): Promise<ActionOutcome> {
    return this.act('removeParticipant', conversation, sender);
  }

  setGroupIcon({ conversation }: Target, { content, mimeType }: Picture): Promise<ActionOutcome> {
    return this.act('setGroupIcon', conversation, mimeType, content.bytes);
  }

  leaveGroup({ conversation }: Target): Promise<ActionOutcome> {
    return this.act('leaveGroup', conversation);
  }

  /** Only `chat-…` is a valid target here. */
  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    return text.startsWith('chat-') ? (text as ConversationId) : undefined;
  }

  describeConversation(_account: AccountId, id: ConversationId): ConversationDetails {
    if (!id.startsWith('chat-')) return { conversation: { id, kind: 'group' }, accessKeys: [] };
    const sender = id.slice('chat-'.length) as SenderId;
    return { conversation: { id, kind: 'direct' }, sender, accessKeys: [`sender:${sender}`] };
  }

  /** `p:2/ID` is a part of a message here. */
  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'> {
    const [, part, id = text] = /^(?:p:(\d+)\/)?(.+)$/s.exec(text) ?? [];
    const messageId = id as RemoteMessageId;
    return part === undefined ? { messageId } : { messageId, part: Number(part) };
  }

  effectProblem(name: string): string | undefined {
    return name === 'unheard-of' ? 'no such effect' : undefined;
  }

  /** Simulates a channel without formatting for the text of models. */
  renderText(markdown: string): FormattedText {
    return { text: markdown.replaceAll('**', '') };
  }

  /** Set by the test. */
  obstacle?: string;

  obstacleTo(): string | undefined {
    return this.obstacle;
  }

  /** Ignores the limit, as some remotes do. */
  async *fetchMedia(_account: AccountId, attachmentId: string): AsyncGenerator<FetchedFile> {
    this.fetched.push(attachmentId);
    const data = this.media.get(attachmentId);
    if (!data) throw new Error('no such attachment');
    yield { chunks: inMemory(data).read() };
  }

  /** The remote's earlier messages of a group. */
  recalls: (message: InboundMessage, most: number) => readonly PastMessage[] = () => [];

  async messagesBefore(
    message: InboundMessage,
    { most }: { readonly most: number },
  ): Promise<readonly PastMessage[]> {
    return this.recalls(message, most);
  }

  private async act(action: string, ...about: unknown[]): Promise<ActionOutcome> {
    this.acted.push([action, ...about]);
    return this.onAct?.(action) ?? { kind: 'done' };
  }
}
