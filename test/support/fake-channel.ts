import {
  type ApprovalDecision,
  type Change,
  type ChannelId,
  type ConnectionState,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type InboundApprovalAnswer,
  type InboundCardAnswer,
  type RemoteEvent,
  type InboundMessage,
  type InboundNotice,
  type InboundPollVote,
  type InboundSink,
  type PollContent,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';

export const FAKE = 'fake' as ChannelId;

/** A list of permitted senders: these people of the fake channel. */
export const only = (...names: readonly string[]) => ({
  anyone: false,
  keys: new Set(names.map((name) => `sender:${name}`)),
});

export interface SentMessage {
  readonly conversation: string;
  readonly text: string;
  readonly correlationId: string;
  readonly messageId: RemoteMessageId;
  /** The name of a file, with its received bytes. */
  readonly filename?: string;
  readonly bytes?: Uint8Array;
  readonly poll?: PollContent;
}

type Stored = Promise<'stored' | 'duplicate'>;
type EventBase = Omit<InboundMessage, 'kind' | 'messageId' | 'text' | 'attachments'>;

/** People of the fake channel: their messages and acts go to its sink, messages to them are recorded here. */
export class FakeChannel {
  readonly sent: SentMessage[] = [];
  /** Each conversation as people see it, in order: `typing`, or the text of a message of ours. */
  protected readonly seen: { readonly conversation: string; readonly what: string }[] = [];
  protected sink: InboundSink | undefined;
  private nextId = 1;

  /** The service of the account is like this now. */
  report(state: ConnectionState): void {
    this.sink?.state(DEFAULT_ACCOUNT, state);
  }

  /** A person writes. */
  receive(from: string, text: string, overrides: Partial<InboundMessage> = {}): Stored {
    return this.accept(this.message(from, text, overrides));
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

  /** A person writes in a group; an admitted sender's access key is `sender:<from>`. */
  receiveInGroup(group: string, from: string, text: string, overrides: Partial<InboundMessage> = {}): Stored {
    const conversation = { id: group as ConversationId, kind: 'group' } as const;
    return this.receive(from, text, { conversation, ...overrides });
  }

  /** A change in a direct chat, or in the conversation of the overrides. */
  happens(from: string, change: Change, overrides: Partial<InboundNotice> = {}): Stored {
    return this.accept({ ...this.eventOf(from, 'notice'), kind: 'notice', change, ...overrides });
  }

  /** A person uses a card of ours. */
  answersCard(
    from: string,
    values: InboundCardAnswer['values'],
    overrides: Partial<InboundCardAnswer> = {},
  ): Stored {
    return this.accept({ ...this.eventOf(from, 'card'), kind: 'card-answer', values, ...overrides });
  }

  /** A person votes in a poll of ours, in their direct chat, or in the conversation of the overrides. */
  votes(
    from: string,
    pollId: string,
    selections: readonly number[],
    overrides: Partial<InboundPollVote> = {},
  ): Stored {
    const base = this.eventOf(from, 'vote');
    return this.accept({ ...base, kind: 'poll-vote', pollId, selections, ...overrides });
  }

  /** A person uses a button of a request for an approval. */
  decides(
    from: string,
    approvalId: string,
    decision: ApprovalDecision,
    overrides: Partial<InboundApprovalAnswer> = {},
  ): Stored {
    const base = this.eventOf(from, 'approval');
    return this.accept({ ...base, kind: 'approval-answer', approvalId, decision, ...overrides });
  }

  /** A person reacts to a message. */
  reacts(
    from: string,
    messageId: RemoteMessageId,
    emoji: string,
    overrides: Partial<InboundNotice> = {},
  ): Stored {
    return this.happens(from, { type: 'reaction', messageId, emoji, isRemoved: false }, overrides);
  }

  /** Texts sent to a conversation, in order. */
  textsIn(conversation: string): string[] {
    return this.sent.filter((each) => each.conversation === conversation).map(({ text }) => text);
  }

  textsTo(from: string): string[] {
    return this.textsIn(`chat-${from}`);
  }

  /** A direct chat as its person sees it: `typing`, and our messages. */
  seenBy(from: string): string[] {
    return this.seen.filter((each) => each.conversation === `chat-${from}`).map(({ what }) => what);
  }

  /**
   * Shows a message of ours to the people.
   * @param bytes of its file
   */
  protected take(attempt: DeliveryAttempt, bytes?: Uint8Array): RemoteMessageId {
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

  private accept(event: RemoteEvent): Stored {
    if (!this.sink) throw new Error('not connected');
    return this.sink.accept(event);
  }

  /** The common parts of an event that is not a message. */
  private eventOf(from: string, what: string): EventBase {
    const { kind: _, messageId, text: __, attachments: ___, ...base } = this.message(from, '');
    return { ...base, inboxKey: `${what}:${messageId}` };
  }
}
