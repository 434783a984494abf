import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ActionOutcome,
  type Change,
  type ChannelCapabilities,
  type ChannelConnector,
  type ChannelId,
  type ChecksEffects,
  Connector,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type Edit,
  type InboundCardAnswer,
  type InboundMessage,
  type InboundNotice,
  type InboundPollVote,
  type ExplainsActions,
  type FetchedFile,
  inMemory,
  type InboundSink,
  type EditsMessages,
  type FetchesMedia,
  type DescribesConversations,
  type ManagesGroups,
  type MessageRef,
  type PastMessage,
  type Picture,
  type PollContent,
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

export const FAKE = 'fake' as ChannelId;

export interface SentMessage {
  readonly conversation: string;
  readonly text: string;
  readonly correlationId: string;
  readonly messageId: RemoteMessageId;
  /** A file's name, and its bytes as they came. */
  readonly filename?: string;
  readonly bytes?: Uint8Array;
  readonly poll?: PollContent;
}

/** A channel whose remote is an array: for tests of everything between connectors. */
@Connector()
@Injectable()
export class FakeConnector
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
  /** Unless a test says otherwise the remote decides. */
  changes?: 'own';
  /** None unless a test wants one. */
  pollsFile?: string;
  readonly typingTtlMs = 60_000;
  /** Thrown instead of showing or marking anything. */
  courtesyFault?: Error;
  readonly sent: SentMessage[] = [];
  readonly typed: string[] = [];
  /** Each conversation as people see it, in order: `typing`, or the text of a message of ours. */
  private readonly seen: { readonly conversation: string; readonly what: string }[] = [];
  readonly read: string[] = [];
  /** Decides each attempt before the default, which takes it. `take` puts it at the remote. */
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
  /** More features of the remote. */
  features: ChannelCapabilities['features'] = {};
  /** Actions that were done, in order. */
  readonly acted: unknown[] = [];
  onAct?: (action: string) => ActionOutcome | Promise<ActionOutcome>;
  /** Contents of attachments, by their ids; those not here can't be fetched. */
  readonly media = new Map<string, Uint8Array>();
  /** The attachments that were asked for. */
  readonly fetched: string[] = [];
  private sink: InboundSink | undefined;
  private nextId = 1;

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
    // The attempt's own are not to be kept.
    const bytes = attempt.media && (await buffer(attempt.media.read()));
    const take = () => this.take(attempt, bytes);
    return this.onSend?.(attempt, take) ?? { kind: 'sent', messageId: take(), at: Date.now() };
  }

  async findSent(attempt: DeliveryAttempt): Promise<ReconcileOutcome> {
    if (this.onFindSent) return this.onFindSent(attempt);
    const found = this.sent.find((each) => each.correlationId === attempt.correlationId);
    return found ? { kind: 'sent', messageId: found.messageId, at: Date.now() } : { kind: 'not-sent' };
  }

  // As a connector should not, but may: it throws at once.
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

  setGroupIcon({ conversation }: Target, { bytes, mimeType }: Picture): Promise<ActionOutcome> {
    return this.act('setGroupIcon', conversation, mimeType, bytes.byteLength);
  }

  leaveGroup({ conversation }: Target): Promise<ActionOutcome> {
    return this.act('leaveGroup', conversation);
  }

  /** Only `chat-…` names a place here. */
  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    return text.startsWith('chat-') ? (text as ConversationId) : undefined;
  }

  describeConversation(_account: AccountId, id: ConversationId): ConversationDetails {
    if (!id.startsWith('chat-')) return { conversation: { id, kind: 'group' }, accessKeys: [] };
    const sender = id.slice('chat-'.length) as SenderId;
    return { conversation: { id, kind: 'direct' }, sender, accessKeys: [`sender:${sender}`] };
  }

  /** As a channel without formatting does with what models write. */
  /** `p:2/ID` names a part of a message here. */
  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'> {
    const [, part, id = text] = /^(?:p:(\d+)\/)?(.+)$/s.exec(text) ?? [];
    const messageId = id as RemoteMessageId;
    return part === undefined ? { messageId } : { messageId, part: Number(part) };
  }

  effectProblem(name: string): string | undefined {
    return name === 'unheard-of' ? 'there is no such effect' : undefined;
  }

  plainText(markdown: string): string {
    return markdown.replaceAll('**', '');
  }

  /** As the test says. */
  obstacle?: string;

  obstacleTo(): string | undefined {
    return this.obstacle;
  }

  /** Pays no heed to the limit: some remotes don't either. */
  async *fetchMedia(_account: AccountId, attachmentId: string): AsyncGenerator<FetchedFile> {
    this.fetched.push(attachmentId);
    const data = this.media.get(attachmentId);
    if (!data) throw new Error('no such attachment');
    yield { chunks: inMemory(data).read() };
  }

  private async act(action: string, ...about: unknown[]): Promise<ActionOutcome> {
    this.acted.push([action, ...about]);
    return this.onAct?.(action) ?? { kind: 'done' };
  }

  /** Somebody writes. */
  receive(
    from: string,
    text: string,
    overrides: Partial<InboundMessage> = {},
  ): Promise<'stored' | 'duplicate'> {
    if (!this.sink) throw new Error('not connected');
    return this.sink.accept(this.message(from, text, overrides));
  }

  message(from: string, text: string, overrides: Partial<InboundMessage> = {}): InboundMessage {
    const messageId = `in-${this.nextId++}` as RemoteMessageId;
    return {
      kind: 'message',
      channel: FAKE,
      account: DEFAULT_ACCOUNT,
      inboxKey: `msg:${messageId}`,
      conversation: { id: `chat-${from}` as ConversationId, kind: 'direct' },
      sender: { id: from as SenderId, isSelf: false },
      messageId,
      text,
      attachments: [],
      occurredAt: Date.now(),
      isLate: false,
      accessKeys: [`sender:${from}`],
      ...overrides,
    };
  }

  /** Somebody writes in a group; an admitted sender's access key is `sender:<from>`. */
  receiveInGroup(
    group: string,
    from: string,
    text: string,
    overrides: Partial<InboundMessage> = {},
  ): Promise<'stored' | 'duplicate'> {
    const conversation = { id: group as ConversationId, kind: 'group' } as const;
    return this.receive(from, text, { conversation, ...overrides });
  }

  /** Messages of a group that its remote knows besides those it brought. */
  recalls: (message: InboundMessage, most: number) => readonly PastMessage[] = () => [];

  async messagesBefore(
    message: InboundMessage,
    { most }: { readonly most: number },
  ): Promise<readonly PastMessage[]> {
    return this.recalls(message, most);
  }

  /** Something happens in a direct chat, or where the overrides say. */
  happens(
    from: string,
    change: Change,
    overrides: Partial<InboundNotice> = {},
  ): Promise<'stored' | 'duplicate'> {
    if (!this.sink) throw new Error('not connected');
    const { kind: _, messageId, text: __, attachments: ___, ...base } = this.message(from, '');
    return this.sink.accept({
      ...base,
      kind: 'notice',
      inboxKey: `notice:${messageId}`,
      change,
      ...overrides,
    });
  }

  /** Somebody uses a card of ours. */
  answersCard(
    from: string,
    values: InboundCardAnswer['values'],
    overrides: Partial<InboundCardAnswer> = {},
  ): Promise<'stored' | 'duplicate'> {
    if (!this.sink) throw new Error('not connected');
    const { kind: _, messageId, text: __, attachments: ___, ...base } = this.message(from, '');
    return this.sink.accept({
      ...base,
      kind: 'card-answer',
      inboxKey: `card:${messageId}`,
      values,
      ...overrides,
    });
  }

  /** Somebody votes in a poll of ours, in their direct chat, or where the overrides say. */
  votes(
    from: string,
    pollId: string,
    selections: readonly number[],
    overrides: Partial<InboundPollVote> = {},
  ): Promise<'stored' | 'duplicate'> {
    if (!this.sink) throw new Error('not connected');
    const { kind: _, messageId, text: __, attachments: ___, ...base } = this.message(from, '');
    return this.sink.accept({
      ...base,
      kind: 'poll-vote',
      inboxKey: `vote:${messageId}`,
      pollId,
      selections,
      ...overrides,
    });
  }

  /** Messages sent to a conversation, in order. */
  textsIn(conversation: string): string[] {
    return this.sent.filter((each) => each.conversation === conversation).map(({ text }) => text);
  }

  /** A direct chat as its sender saw it: `typing`, and messages. */
  seenBy(from: string): string[] {
    return this.seen.filter((each) => each.conversation === `chat-${from}`).map(({ what }) => what);
  }

  textsTo(from: string): string[] {
    return this.textsIn(`chat-${from}`);
  }

  private take(attempt: DeliveryAttempt, bytes?: Uint8Array): RemoteMessageId {
    const messageId = `out-${this.nextId++}` as RemoteMessageId;
    const { correlationId, content } = attempt;
    this.seen.push({ conversation: attempt.target.conversation, what: content.text });
    this.sent.push({
      conversation: attempt.target.conversation,
      text: content.text,
      correlationId,
      messageId,
      ...(content.kind === 'media' ? { filename: content.filename } : {}),
      ...(content.kind === 'poll' ? { poll: content } : {}),
      ...(bytes ? { bytes } : {}),
    });
    return messageId;
  }
}
