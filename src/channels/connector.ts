import type { AllowList, DmPolicy, GroupPolicy, ToolPolicy } from '../common/index.js';
import type { ActionName, ChannelCapabilities } from './capabilities.js';
import type {
  AccountId,
  ChannelId,
  ConversationId,
  RemoteMessageId,
  SenderId,
  StreamId,
  Target,
} from './ids.js';
import type { ConversationRef, InboundMessage, InboundSink } from './inbound.js';
import type {
  ActionOutcome,
  Author,
  DeliveryAttempt,
  FileBytes,
  MediaContent,
  ReconcileOutcome,
  SendOutcome,
} from './outbound.js';

export const CHUNK_MODES = ['length', 'newline'] as const;
export type ChunkMode = (typeof CHUNK_MODES)[number];

/** What holds in one group or channel. */
export interface GroupSettings {
  /** An allowlist of places exists and this one is not on it (spec 3-workchat, teams): it counts under `allowlist`. */
  readonly isExcluded: boolean;
  /** Switched off by an operator, whatever the policy. */
  readonly isOff?: boolean;
  /** Answer only when mentioned. */
  readonly requireMention: boolean;
  /** Senders who may write here, instead of `groupAllowFrom`, whatever the policy lets in otherwise. */
  readonly allowFrom?: AllowList;
  /** An operator's instructions for the assistant here, besides those of its own. */
  readonly systemPrompt?: string;
  /** Instead of the agent's own tool policy. */
  readonly tools?: ToolPolicy;
  /** By `sender:<SenderId>` or `*`; wins over `tools`. */
  readonly toolsBySender?: Readonly<Record<string, ToolPolicy>>;
}

/** What the centre must know of an account; made by the connector from its configuration. */
export interface AccountSettings {
  readonly account: AccountId;
  readonly dmPolicy: DmPolicy;
  readonly allowFrom: AllowList;
  readonly groupPolicy: GroupPolicy;
  readonly groupAllowFrom: AllowList;
  readonly text: { readonly chunkLimit: number; readonly chunkMode: ChunkMode };
  readonly sendReadReceipts: boolean;
  /** User turns of a direct conversation given to the assistant; unset = the product's default, 0 = none. */
  readonly dmHistoryLimit?: number;
  /** By sender; wins over `dmHistoryLimit`. */
  readonly dmHistoryLimits?: ReadonlyMap<SenderId, number>;
  /** Messages of a group kept as context; unset = `messages.groupChat.historyLimit`, 0 = none. */
  readonly historyLimit?: number;
  /** Largest inbound attachment that is fetched; unset = the product's default. */
  readonly mediaMaxBytes?: number;
  /** Send an answer in blocks while it is being written. */
  readonly blockStreaming: boolean;
  /** Whether chat commands may change the configuration, if `commands.config` allows it at all. */
  readonly configWrites: boolean;
  /** What holds in a group or channel. Pure; no I/O. */
  group(conversation: ConversationRef): GroupSettings;
}

/**
 * Our code that speaks to one channel. Small required core; everything else is an optional single-purpose
 * interface below, listed in `capabilities` (a contract test compares the two).
 */
export interface ChannelConnector {
  readonly channel: ChannelId;
  /**
   * `global` when no two messages of an account ever have the same id: a message of ours is then known also where it
   * comes back under another id of its conversation. Else an id names a message within its conversation only.
   */
  readonly messageIds?: 'global' | 'per-conversation';
  /** `own`: nobody can edit or take back what others wrote there; else the service decides. */
  readonly changes?: 'own';
  /**
   * The enabled accounts. They and their settings may change with the configuration: ask when they are needed. Who
   * connects accounts looks again after each change; an account that stays is brought up to date by the connector
   * itself, reconnected if need be. No I/O.
   */
  accounts(): readonly AccountSettings[];
  /** Pure; no I/O; may differ per target and with what the remote was last seen to offer. */
  capabilities(target?: Target): ChannelCapabilities;
  /** Returns at once; success and failure are reported through `sink.state`. Safe to call twice. */
  connect(account: AccountId, sink: InboundSink): void;
  /** Resolves when no further event will reach the sink. Safe to call when not connected. */
  disconnect(account: AccountId): Promise<void>;
  /** One attempt, no retry inside; must stop on abort; never throws for remote faults. */
  send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome>;
}

/** Best effort: never retried, never an error for anyone. Resolves whatever happened. */
export interface ShowsTyping {
  /** Starts the indicator; the remote clears it at the next message or by time-out (`typingTtlMs`). */
  typing(target: Target): Promise<void>;
  /** How long the remote shows an indicator that is not renewed, ms. */
  readonly typingTtlMs: number;
}

/** Another text of a message that is being written. */
export interface StreamUpdate {
  readonly target: Target;
  readonly id: StreamId;
  /** 1 for the first text, and one more for each that follows. */
  readonly number: number;
  /** From its beginning, never empty; extends the text before it. */
  readonly text: string;
}

export type StreamOpening =
  | { readonly kind: 'open'; readonly id: StreamId }
  /** Nothing was opened, or what was opens nothing to see; it may be tried again. */
  | { readonly kind: 'not-now' }
  /** Not for this answer. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * - `shown`: people see it.
 * - `not-now`: nothing was done; the same may be tried again, with the same number.
 * - `unknown`: people may see it. Nothing more is shown until the text that completes the stream.
 * - `over`: the service has refused this text, and takes no other. What was shown stays.
 */
export type UpdateOutcome = 'shown' | 'not-now' | 'unknown' | 'over';

/**
 * Shows an answer while it is written, in the message that it becomes. Best effort, as typing: what is said goes out as
 * a delivery whose content carries the stream, and only that counts. `send` completes the stream with it or, where the
 * service takes no end of it any more, says what is left.
 */
export interface StreamsMessages {
  readonly streaming: {
    /** The least time between two calls, ms. */
    readonly paceMs: number;
    /** How long after its opening the service completes a stream, ms. */
    readonly lifeMs: number;
  };
  /**
   * How much of the beginning of a text that is still being written can be shown: whatever follows, it will look the
   * same. Neither white space at its end nor the inside of a code block counts. UTF-16 units. Pure; no I/O.
   */
  settledLength(text: string): number;
  /** Opens a stream that shows that something is being written, and nothing of it: its id must be kept first. */
  openStream(target: Target, signal: AbortSignal): Promise<StreamOpening>;
  /** One call, never repeated; never throws for remote faults. */
  updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome>;
}

/** Best effort, as typing. */
export interface SendsReadReceipts {
  markRead(target: Target): Promise<void>;
}

export interface ReconcilesSends {
  /**
   * Asks the remote whether an attempt of this delivery got through.
   * @param isOurs whether a remote message is already known as another delivery's, and so not an answer.
   */
  findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome>;
}

/** What an operator sees of the remote; plain values, no secrets. */
export type ProbeReport = Readonly<Record<string, string | number | boolean | null>>;

export interface Probes {
  /** Asks the remote now; never throws for remote faults: `reachable: false` and `problem` instead. */
  probe(account: AccountId): Promise<ProbeReport>;
}

/**
 * Has work for each account that one replica is to do: telling the remote where we are, fetching what no webhook
 * brought. Without duty an account still receives and sends.
 */
export interface HasUpkeep {
  /** Until told otherwise an account has the duty. Returns at once; may be called before connect, and repeatedly. */
  setUpkeep(account: AccountId, isOnDuty: boolean): void;
}

/** A message that stands in a conversation, whether it ever came here or not. */
export type PastMessage = Pick<
  InboundMessage,
  'messageId' | 'sender' | 'text' | 'attachments' | 'replyTo' | 'occurredAt'
>;

export interface RecallsMessages {
  /**
   * What the remote tells of the conversation before a message, oldest first: where there are threads the first message
   * of its own and the last ones of it, elsewhere the last ones. `isSelf` of a sender: the account itself wrote it.
   * Never throws for remote faults: nothing where nobody tells.
   */
  messagesBefore(
    message: InboundMessage,
    limits: { readonly most: number },
    signal: AbortSignal,
  ): Promise<readonly PastMessage[]>;
}

export interface NormalizesSenders {
  /**
   * A sender as an operator types it, in the form inbound messages carry it. Pure; no I/O.
   * @returns undefined for a text that can be nobody on this channel.
   */
  normalizeSender(account: AccountId, text: string): SenderId | undefined;
}

/** A conversation as an event from there would tell of it. */
export interface ConversationDetails {
  readonly conversation: ConversationRef;
  /** The other one of a direct conversation. */
  readonly sender?: SenderId;
  /** Without those that only the remote knows. */
  readonly accessKeys: readonly string[];
}

export interface DescribesConversations {
  /**
   * What the id of a conversation says of it, so that what is said there first belongs where its answer will. Pure;
   * no I/O.
   */
  describeConversation(account: AccountId, conversation: ConversationId): ConversationDetails | undefined;
}

export interface ExplainsActions {
  /** Why an action can't be done there, by what is known now; undefined when it can. No I/O. */
  obstacleTo(action: ActionName, target: Target): string | undefined;
}

export interface ChecksCards {
  /** What is wrong with a card before it is queued, naming where (`card.body[1].type …`); undefined when nothing. No I/O. */
  cardProblem(card: Readonly<Record<string, unknown>>): string | undefined;
}

export interface ChecksFiles {
  /** Why a file can't be sent there, by what is known now; undefined when it may be tried. No I/O. */
  fileProblem(target: Target, file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined;
}

export interface RendersText {
  /**
   * A text with the markup models write, as it is to go out where `text.format` is `plain`. Pure; no I/O. What has no
   * markup stays as it is.
   */
  plainText(markdown: string): string;
}

export interface ChecksEffects {
  /** The fault in the name of a message effect, in words for the person who gave it; undefined when there is none. No I/O. */
  effectProblem(name: string): string | undefined;
}

export interface ReadsMessageIds {
  /**
   * A message's id in any spelling of the service's own, as events carry it, and the part of the message it names. Pure;
   * no I/O. What is no such spelling comes back as it is.
   */
  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'>;
}

export interface ShowsPolls {
  /**
   * Name of a file in the state folder in which the channel's polls and their votes are to be read (spec 3-workchat
   * "Polls"); the centre writes it. Constant.
   */
  readonly pollsFile: string;
}

/** A message the account can act upon. */
export interface MessageRef {
  readonly target: Target;
  readonly messageId: RemoteMessageId;
  /** Which part of it, from 0, where the service's messages have parts and one was named. */
  readonly part?: number;
}

/*
 * Actions. Each is one try, must stop on abort and never throws for remote faults. That the interface is there
 * says only that the connector knows how: whether it can now, for this target, say `capabilities`.
 */

export interface Reacts {
  react(
    message: MessageRef,
    /** Without an emoji, which only a removal may be: whatever we reacted with last. */
    reaction: { readonly emoji: string; readonly isRemoved: boolean },
    signal: AbortSignal,
  ): Promise<ActionOutcome>;
}

/** The new words of a message, and their author. */
export interface Edit {
  readonly text: string;
  readonly author: Author;
}

export interface EditsMessages {
  edit(message: MessageRef, edit: Edit, signal: AbortSignal): Promise<ActionOutcome>;
}

export interface UnsendsMessages {
  unsend(message: MessageRef, signal: AbortSignal): Promise<ActionOutcome>;
}

export interface ManagesGroups {
  renameGroup(group: Target, name: string, signal: AbortSignal): Promise<ActionOutcome>;
  addParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome>;
  removeParticipant(group: Target, sender: SenderId, signal: AbortSignal): Promise<ActionOutcome>;
  leaveGroup(group: Target, signal: AbortSignal): Promise<ActionOutcome>;
}

export interface SetsGroupIcon {
  setGroupIcon(group: Target, picture: Picture, signal: AbortSignal): Promise<ActionOutcome>;
}

/** An image, its type told by its bytes. */
export interface Picture {
  readonly content: FileBytes;
  readonly mimeType: string;
}

/** Why it can't be told which place is meant; in words for whoever asked, without data of others. */
export class TargetUnclear extends Error {
  override readonly name = 'TargetUnclear';
}

export interface ResolvesTargets {
  /**
   * A target as people and models write it (spec 2-imbridge "Delivery targets", spec 3-workchat "Target formats").
   * @returns undefined for a text that names no place on this channel. @throws TargetUnclear
   */
  resolveTarget(account: AccountId, text: string, signal: AbortSignal): Promise<ConversationId | undefined>;
}

/** A file that somebody sent. What is absent is as its message says. */
export interface FetchedFile {
  readonly name?: string;
  /** As the service states it; not verified. */
  readonly mimeType?: string;
  /** To be read once, before the next file is asked for; throws where the file breaks off. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** One that cannot be had. */
export interface MissingFile {
  readonly name?: string;
  /** Why, in a few words for the assistant and operators; no secret, no address. */
  readonly problem: string;
}

export interface FetchesMedia {
  /** How long all files of one message may take, ms; unset = the product's default. */
  readonly mediaPatienceMs?: number;
  /**
   * The files behind an inbound attachment: one, or none or several where its message tells of them but roughly. Asked
   * for people who are let in only, soon after their message came; what can't be had now is not asked for again.
   * @param limits what is larger may be refused at once: no more is read
   */
  fetchMedia(
    account: AccountId,
    attachmentId: string,
    limits: { readonly maxBytes: number },
    signal: AbortSignal,
  ): AsyncIterable<FetchedFile | MissingFile>;
}

const hasMethod = (connector: object, name: string): boolean =>
  typeof (connector as Record<string, unknown>)[name] === 'function';

export const showsTyping = (c: ChannelConnector): c is ChannelConnector & ShowsTyping =>
  hasMethod(c, 'typing');
export const streamsMessages = (c: ChannelConnector): c is ChannelConnector & StreamsMessages =>
  hasMethod(c, 'updateStream');
export const sendsReadReceipts = (c: ChannelConnector): c is ChannelConnector & SendsReadReceipts =>
  hasMethod(c, 'markRead');
export const reconcilesSends = (c: ChannelConnector): c is ChannelConnector & ReconcilesSends =>
  hasMethod(c, 'findSent');
export const probes = (c: ChannelConnector): c is ChannelConnector & Probes => hasMethod(c, 'probe');
export const hasUpkeep = (c: ChannelConnector): c is ChannelConnector & HasUpkeep =>
  hasMethod(c, 'setUpkeep');
export const recallsMessages = (c: ChannelConnector): c is ChannelConnector & RecallsMessages =>
  hasMethod(c, 'messagesBefore');
export const normalizesSenders = (c: ChannelConnector): c is ChannelConnector & NormalizesSenders =>
  hasMethod(c, 'normalizeSender');
export const reacts = (c: ChannelConnector): c is ChannelConnector & Reacts => hasMethod(c, 'react');
export const editsMessages = (c: ChannelConnector): c is ChannelConnector & EditsMessages =>
  hasMethod(c, 'edit');
export const unsendsMessages = (c: ChannelConnector): c is ChannelConnector & UnsendsMessages =>
  hasMethod(c, 'unsend');
export const managesGroups = (c: ChannelConnector): c is ChannelConnector & ManagesGroups =>
  hasMethod(c, 'renameGroup');
export const setsGroupIcon = (c: ChannelConnector): c is ChannelConnector & SetsGroupIcon =>
  hasMethod(c, 'setGroupIcon');
export const resolvesTargets = (c: ChannelConnector): c is ChannelConnector & ResolvesTargets =>
  hasMethod(c, 'resolveTarget');
export const fetchesMedia = (c: ChannelConnector): c is ChannelConnector & FetchesMedia =>
  hasMethod(c, 'fetchMedia');
export const describesConversations = (c: ChannelConnector): c is ChannelConnector & DescribesConversations =>
  hasMethod(c, 'describeConversation');
export const explainsActions = (c: ChannelConnector): c is ChannelConnector & ExplainsActions =>
  hasMethod(c, 'obstacleTo');
export const checksEffects = (c: ChannelConnector): c is ChannelConnector & ChecksEffects =>
  hasMethod(c, 'effectProblem');
export const readsMessageIds = (c: ChannelConnector): c is ChannelConnector & ReadsMessageIds =>
  hasMethod(c, 'readMessageId');
export const rendersText = (c: ChannelConnector): c is ChannelConnector & RendersText =>
  hasMethod(c, 'plainText');
export const showsPolls = (c: ChannelConnector): c is ChannelConnector & ShowsPolls =>
  typeof (c as Partial<ShowsPolls>).pollsFile === 'string';
export const checksFiles = (c: ChannelConnector): c is ChannelConnector & ChecksFiles =>
  hasMethod(c, 'fileProblem');
export const checksCards = (c: ChannelConnector): c is ChannelConnector & ChecksCards =>
  hasMethod(c, 'cardProblem');
