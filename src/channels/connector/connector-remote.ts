import type { ChannelCapabilities } from '../capabilities.js';
import type { ChannelConnector } from './connector.js';
import type {
  AccountId,
  ConversationId,
  MessageRef,
  Place,
  RemoteMessageId,
  SenderId,
  StreamId,
  Target,
} from '../ids.js';
import type { InboundMessage } from '../inbound.js';
import type { ActionOutcome, ApprovalContent, DeliveryAttempt, ReconcileOutcome } from '../outbound.js';
import { type ConversationDetails, hasMethod } from './connector-checks.js';

/*
 * Optional parts of a connector that ask the remote service: whether a send arrived, which conversation is meant, for
 * files and for earlier messages.
 */

export interface ReconcilesSends {
  /**
   * Asks the remote whether an attempt of this delivery got through.
   * @param isOurs whether a remote message is already known to belong to another delivery, and so proves nothing
   */
  findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome>;
}

export const reconcilesSends = (c: ChannelConnector): c is ChannelConnector & ReconcilesSends =>
  hasMethod(c, 'findSent');

export interface DescribesAccounts {
  /** The capabilities of an account as its remote last reported them, for any conversation. No I/O. */
  accountCapabilities(account: AccountId): ChannelCapabilities;
}

export const describesAccounts = (c: ChannelConnector): c is ChannelConnector & DescribesAccounts =>
  hasMethod(c, 'accountCapabilities');

/** The remote's state for operators; plain values, no secrets. */
export type ProbeReport = Readonly<Record<string, string | number | boolean | null>>;

export interface Probes {
  /**
   * Asks the remote now. Never throws for remote faults: it reports `reachable: false` and a `problem` instead, and null
   * for what only the remote knows.
   */
  probe(account: AccountId): Promise<ProbeReport>;
}

export const probes = (c: ChannelConnector): c is ChannelConnector & Probes => hasMethod(c, 'probe');

/**
 * The connector has work for each account that only one replica may do, such as registering our address with the
 * remote, or fetching events that no webhook brought. An account without this duty still receives and sends.
 */
export interface HasUpkeep {
  /**
   * Gives an account the duty or takes it away; until the first call it has the duty. Returns at once; may be called
   * before connect, and repeatedly.
   */
  setUpkeep(account: AccountId, isOnDuty: boolean): void;
}

export const hasUpkeep = (c: ChannelConnector): c is ChannelConnector & HasUpkeep =>
  hasMethod(c, 'setUpkeep');

/** An earlier message of a conversation, whether or not it ever arrived here. */
export type PastMessage = Pick<
  InboundMessage,
  'messageId' | 'sender' | 'text' | 'attachments' | 'replyTo' | 'quotes' | 'occurredAt'
>;

export interface RecallsMessages {
  /**
   * Messages before a given one from the remote's own record, oldest first: the last ones of the conversation, or in a
   * thread its first message and its last ones. `isSelf` of a sender means that the account itself wrote the message.
   * Never throws for remote faults: without an answer from the remote it returns nothing.
   */
  messagesBefore(
    message: InboundMessage,
    limits: { readonly most: number },
    signal: AbortSignal,
  ): Promise<readonly PastMessage[]>;
}

export const recallsMessages = (c: ChannelConnector): c is ChannelConnector & RecallsMessages =>
  hasMethod(c, 'messagesBefore');

/** A target is ambiguous. The message explains it to the person who asked, without data of others. */
export class TargetUnclear extends Error {
  override readonly name: string = 'TargetUnclear';
}

/** A target that can never be one, whatever happens on the service. */
export class TargetInvalid extends TargetUnclear {
  override readonly name = 'TargetInvalid';
}

export interface ResolvesTargets {
  /**
   * Finds the conversation for a target as people and models write it (spec 2-imbridge "Delivery targets", spec
   * 3-workchat "Target formats"), and the thread if the target names one: everything sent to such a target goes there.
   * The caller refuses a thread where `threads` are not supported.
   * @returns undefined for a text that names no place on this channel. @throws TargetUnclear
   */
  resolveTarget(
    account: AccountId,
    text: string,
    signal: AbortSignal,
  ): Promise<ConversationId | Place | undefined>;
}

export const resolvesTargets = (c: ChannelConnector): c is ChannelConnector & ResolvesTargets =>
  hasMethod(c, 'resolveTarget');

/** A file that someone sent. Absent fields are as stated in its message. */
export interface FetchedFile {
  readonly name?: string;
  /** As the service states it; not verified. */
  readonly mimeType?: string;
  /** Must be read only once, and before asking for the next file; throws when the file breaks off. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that is not available. */
export interface MissingFile {
  readonly name?: string;
  /** The reason, in a few words for the assistant and operators; no secret, no address. */
  readonly problem: string;
}

export interface FetchesMedia {
  /** How long all files of one message may take, ms; unset = the product's default. */
  readonly mediaPatienceMs?: number;
  /**
   * Fetches the files of an inbound attachment: normally one, but none or several when the message describes them only
   * roughly. Called only for senders with access, soon after their message arrived; a file that is unavailable now is
   * not asked for again.
   * @param limits a larger file may be refused at once: the rest is not read
   */
  fetchMedia(
    account: AccountId,
    attachmentId: string,
    limits: { readonly maxBytes: number },
    signal: AbortSignal,
  ): AsyncIterable<FetchedFile | MissingFile>;
}

export const fetchesMedia = (c: ChannelConnector): c is ChannelConnector & FetchesMedia =>
  hasMethod(c, 'fetchMedia');

export interface FindsPlaces {
  /**
   * The place where a message of a person would arrive, as its events would describe it: their direct chat, or the
   * conversation that is named. Reads what is stored, for people and places never seen too; asks no remote.
   * @returns undefined for a text that names no conversation of the channel
   */
  placeFor(
    account: AccountId,
    sender: SenderId,
    conversation?: ConversationId,
  ): Promise<ConversationDetails | undefined>;
}

export const findsPlaces = (c: ChannelConnector): c is ChannelConnector & FindsPlaces =>
  hasMethod(c, 'placeFor');

export interface KnowsAliases {
  /**
   * Other ids that the service has used for a sender, as far as they are stored: a person may be named by any of them.
   * Reads what is stored; asks no remote.
   */
  aliasesOf(account: AccountId, sender: SenderId): Promise<readonly SenderId[]>;
}

export const knowsAliases = (c: ChannelConnector): c is ChannelConnector & KnowsAliases =>
  hasMethod(c, 'aliasesOf');

export interface ShowsApprovals {
  /**
   * Shows in a request for an approval how it ended, in the place of its buttons. Repeating it changes nothing. Never
   * throws for remote faults.
   */
  showApprovalEnd(message: MessageRef, end: ApprovalEnd, signal: AbortSignal): Promise<ActionOutcome>;
}

export const showsApprovals = (c: ChannelConnector): c is ChannelConnector & ShowsApprovals =>
  hasMethod(c, 'showApprovalEnd');

export interface ApprovalEnd {
  /** The content that the message was sent with. */
  readonly content: ApprovalContent;
  /** One line, for instance who allowed it. Plain text. */
  readonly outcome: string;
}

/*
 * Optional parts of a connector that show people the progress of an answer. Best effort: never retried, never an
 * error.
 */

/** Best effort: never retried, never an error for anyone. Resolves whatever happened. */
export interface ShowsTyping {
  /** Starts the indicator; the remote clears it at the next message or by time-out (`typingTtlMs`). */
  typing(target: Target): Promise<void>;
  /** How long the remote shows an indicator that is not renewed, ms. */
  readonly typingTtlMs: number;
}

export const showsTyping = (c: ChannelConnector): c is ChannelConnector & ShowsTyping =>
  hasMethod(c, 'typing');

/** Best effort, like typing. */
export interface SendsReadReceipts {
  markRead(target: Target): Promise<void>;
}

export const sendsReadReceipts = (c: ChannelConnector): c is ChannelConnector & SendsReadReceipts =>
  hasMethod(c, 'markRead');

/** A new text for a message that is being written. */
export interface StreamUpdate {
  readonly target: Target;
  readonly id: StreamId;
  /** 1 for the first text, then one more for each following text. */
  readonly number: number;
  /** The whole text so far, never empty; it extends the text before it. */
  readonly text: string;
}

export type StreamOpening =
  | { readonly kind: 'open'; readonly id: StreamId }
  /** Nothing was opened, or nothing of it is visible; it may be tried again. */
  | { readonly kind: 'not-now' }
  /** Streaming is not possible for this answer. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * - `shown`: people see it.
 * - `not-now`: nothing was done; the same text may be tried again, with the same number.
 * - `unknown`: people may see it. Nothing more is shown until the text that completes the stream.
 * - `over`: the service has refused this text and accepts no other. The shown text stays.
 */
export type UpdateOutcome = 'shown' | 'not-now' | 'unknown' | 'over';

/**
 * Shows an answer while it is being written, in the message that it will become. Best effort, like typing: the answer
 * is also sent as a delivery whose content carries the stream, and only the delivery counts. `send` completes the
 * stream with the delivery or, when the service no longer accepts an end of the stream, sends the rest as a message.
 */
export interface StreamsMessages {
  readonly streaming: {
    /** The minimum time between two calls, ms. */
    readonly paceMs: number;
    /** How long after opening a stream the service still lets it be completed, ms. */
    readonly lifeMs: number;
  };
  /**
   * The length of the beginning of an unfinished text that nothing added later can change, so that it can be shown
   * already. White space at its end and the inside of a code block do not count. UTF-16 units. Pure; no I/O.
   */
  stableLength(text: string): number;
  /** Opens a stream that shows only that an answer is being written; its id must be stored before any text is shown. */
  openStream(target: Target, signal: AbortSignal): Promise<StreamOpening>;
  /** One call, never repeated; never throws for remote faults. */
  updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome>;
}

export const streamsMessages = (c: ChannelConnector): c is ChannelConnector & StreamsMessages =>
  hasMethod(c, 'updateStream');
