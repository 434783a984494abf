import type { ChannelConnector } from './connector.js';
import type { AccountId, ConversationId, RemoteMessageId } from '../ids.js';
import type { InboundMessage } from '../inbound.js';
import type { DeliveryAttempt, ReconcileOutcome } from '../outbound.js';
import { hasMethod } from './has-method.js';

/*
 * Optional parts of a connector that ask the remote: whether a send arrived, which conversation is meant, for files
 * and for earlier messages.
 */

export interface ReconcilesSends {
  /**
   * Asks the remote whether an attempt of this delivery got through.
   * @param isOurs whether a remote message is already known to be another delivery's, and so no evidence
   */
  findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome>;
}

export const reconcilesSends = (c: ChannelConnector): c is ChannelConnector & ReconcilesSends =>
  hasMethod(c, 'findSent');

/** The remote's state for operators; plain values, no secrets. */
export type ProbeReport = Readonly<Record<string, string | number | boolean | null>>;

export interface Probes {
  /** Asks the remote now; never throws for remote faults: `reachable: false` and `problem` instead. */
  probe(account: AccountId): Promise<ProbeReport>;
}

export const probes = (c: ChannelConnector): c is ChannelConnector & Probes => hasMethod(c, 'probe');

/**
 * Has work for each account that only one replica does: registering our address with the remote, fetching what no
 * webhook brought. An account without this duty still receives and sends.
 */
export interface HasUpkeep {
  /**
   * An account has the duty until this says otherwise. Returns at once; may be called before connect, and repeatedly.
   */
  setUpkeep(account: AccountId, isOnDuty: boolean): void;
}

export const hasUpkeep = (c: ChannelConnector): c is ChannelConnector & HasUpkeep =>
  hasMethod(c, 'setUpkeep');

/** A message of a conversation, whether or not it ever arrived here. */
export type PastMessage = Pick<
  InboundMessage,
  'messageId' | 'sender' | 'text' | 'attachments' | 'replyTo' | 'occurredAt'
>;

export interface RecallsMessages {
  /**
   * Messages before a given one, from the remote's record, oldest first: in a thread its first message and its last
   * ones, elsewhere the last ones. `isSelf` of a sender: the account itself wrote it. Never throws for remote faults:
   * returns nothing when the remote does not answer.
   */
  messagesBefore(
    message: InboundMessage,
    limits: { readonly most: number },
    signal: AbortSignal,
  ): Promise<readonly PastMessage[]>;
}

export const recallsMessages = (c: ChannelConnector): c is ChannelConnector & RecallsMessages =>
  hasMethod(c, 'messagesBefore');

/** Why a target is ambiguous; in words for the person who asked, without data of others. */
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

export const resolvesTargets = (c: ChannelConnector): c is ChannelConnector & ResolvesTargets =>
  hasMethod(c, 'resolveTarget');

/** A file that somebody sent. Absent fields are as its message says. */
export interface FetchedFile {
  readonly name?: string;
  /** As the service states it; not verified. */
  readonly mimeType?: string;
  /** Read it once, before asking for the next file; throws when the file breaks off. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that is not available. */
export interface MissingFile {
  readonly name?: string;
  /** Why, in a few words for the assistant and operators; no secret, no address. */
  readonly problem: string;
}

export interface FetchesMedia {
  /** How long all files of one message may take, ms; unset = the product's default. */
  readonly mediaPatienceMs?: number;
  /**
   * The files of an inbound attachment: one, or none or several when its message describes them only roughly. Called
   * only for people who are let in, soon after their message arrived; a file that is unavailable now is not asked for
   * again.
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
