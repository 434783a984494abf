import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ActionOutcome,
  type ApprovalDecision,
  type ApprovalProblem,
  type ChannelCapabilities,
  type ChannelConnector,
  Connector,
  type ConversationDetails,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type DescribesConversations,
  type FetchesMedia,
  type InboundMessage,
  type InboundSink,
  type NormalizesSenders,
  type ReconcileOutcome,
  type ReconcilesSends,
  type RemoteMessageId,
  type ResolvesTargets,
  type SenderId,
  senderKeyOf,
  type SendOutcome,
  type ShowsApprovals,
} from '../channels/index.js';
import { directAccount, directMessage, notSupported } from '../channels/kit/index.js';
import { Clock, GatehouseError } from '../common/index.js';
import { ChatFiles, type UploadedFile } from './chat-files.js';
import { CONSOLE, conversationOf, OwnersAnd, senderIn, typedSender } from './id.js';
import { WebchatConfig } from './webchat.config.js';

/** A longer answer is split. */
const MOST_CHARS = 20_000;
const CONTENTS: readonly DeliveryAttempt['content']['kind'][] = ['text', 'media', 'approval'];

/** Someone at the console. */
export interface Person {
  readonly sender: SenderId;
  /** For people; the name of their token. */
  readonly name?: string;
}

interface NewMessage {
  /** The page's own id of the message: sent again, it is the same message. */
  readonly key: string;
  readonly text: string;
  readonly files: readonly UploadedFile[];
}

interface NewDecision {
  readonly approvalId: string;
  readonly decision: ApprovalDecision;
}

/**
 * The connector of the channel `console`, a chat in the web console. The gateway itself is the service: what arrives is
 * written by the admin API for the operator who is signed in, and a message is sent once it is stored, because the page reads
 * the stored conversation (ADR 0141).
 */
@Connector()
@Injectable()
export class WebchatConnector
  implements
    ChannelConnector,
    DescribesConversations,
    FetchesMedia,
    NormalizesSenders,
    ReconcilesSends,
    ResolvesTargets,
    ShowsApprovals
{
  readonly channel = CONSOLE;
  readonly isLocal = true;
  private sink: InboundSink | undefined;

  constructor(
    private readonly config: WebchatConfig,
    private readonly clock: Clock,
    private readonly files: ChatFiles,
  ) {}

  accounts(): readonly AccountSettings[] {
    const { enabled, allowFrom } = this.config;
    if (!enabled) return [];
    const listed = allowFrom.flatMap((entry) => typedSender(entry) ?? []);
    // Others need a grant; a pairing code would show them nothing that an operator does not know.
    const settings = directAccount({
      dmPolicy: 'allowlist',
      allowFrom: [],
      text: { chunkLimit: MOST_CHARS, chunkMode: 'length' },
      mediaMaxBytes: this.files.maxBytes,
    });
    return [{ ...settings, allowFrom: { anyone: false, keys: new OwnersAnd(listed) } }];
  }

  capabilities(): ChannelCapabilities {
    return {
      version: 1,
      text: { maxChars: MOST_CHARS, format: 'plain' },
      features: { approval: 'full', reconcile: 'full', sendAttachment: 'full' },
    };
  }

  connect(_account: AccountId, sink: InboundSink): void {
    this.sink = sink;
    sink.state(DEFAULT_ACCOUNT, { status: 'connected' });
  }

  async disconnect(): Promise<void> {
    this.sink?.state(DEFAULT_ACCOUNT, { status: 'stopped' });
    this.sink = undefined;
  }

  /**
   * Resolves once the message is stored. Whether its sender may write is the caller's question, and then the gate's.
   * @throws GatehouseError INVALID_REQUEST for a file that cannot be kept; UNAVAILABLE while the program starts or stops
   */
  async write(person: Person, { key, text, files }: NewMessage): Promise<'stored' | 'duplicate'> {
    const sink = this.connected();
    const attachments = await this.files.keep(files);
    return sink.accept({ ...this.said(person, key, text), attachments });
  }

  /**
   * A press on a button of a request. @returns why it has no effect; undefined once it is stored
   * @throws GatehouseError UNAVAILABLE
   */
  async decide(person: Person, { approvalId, decision }: NewDecision): Promise<ApprovalProblem | undefined> {
    const sink = this.connected();
    const {
      messageId: _,
      text: __,
      attachments: ___,
      ...pressed
    } = this.said(person, `${approvalId}/${decision}`);
    const answer = { ...pressed, kind: 'approval-answer', approvalId, decision } as const;
    const problem = await sink.approvalProblem(answer);
    if (problem === undefined) await sink.accept(answer);
    return problem;
  }

  normalizeSender: NormalizesSenders['normalizeSender'] = (_account, text) => typedSender(text);

  describeConversation(_account: AccountId, id: ConversationId): ConversationDetails | undefined {
    const sender = senderIn(id);
    return sender && { conversation: { id, kind: 'direct' }, sender, accessKeys: [senderKeyOf(sender)] };
  }

  async resolveTarget(_account: AccountId, text: string): Promise<ConversationId | undefined> {
    const sender = typedSender(text);
    return sender && conversationOf(sender);
  }

  fetchMedia: FetchesMedia['fetchMedia'] = (_account, id) => this.files.fetch(id);

  /** The delivery is stored, which is all that the page needs. */
  async send({ content, correlationId }: DeliveryAttempt): Promise<SendOutcome> {
    if (!CONTENTS.includes(content.kind)) return notSupported(`the console shows no ${content.kind}`);
    return { kind: 'sent', messageId: correlationId as RemoteMessageId, at: this.clock.now() };
  }

  /** Sending shows nothing that is not there already, so another attempt is safe. */
  async findSent(): Promise<ReconcileOutcome> {
    return { kind: 'not-sent' };
  }

  /** The page reads the approval itself. */
  async showApprovalEnd(): Promise<ActionOutcome> {
    return { kind: 'done' };
  }

  /** Keys are chosen by pages, so each sender has their own. */
  private said({ sender, name }: Person, key: string, text = ''): InboundMessage {
    const occurredAt = this.clock.now();
    const message = directMessage({
      channel: CONSOLE,
      id: `${sender}/${key}`,
      from: sender,
      text,
      occurredAt,
    });
    return name === undefined ? message : { ...message, sender: { ...message.sender, name } };
  }

  private connected(): InboundSink {
    if (!this.sink) throw new GatehouseError('UNAVAILABLE', 'The gateway is starting or stopping.');
    return this.sink;
  }
}
