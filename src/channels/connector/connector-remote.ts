import type { ChannelConnector } from './connector.js';
import type { AccountId, ConversationId, RemoteMessageId } from '../ids.js';
import type { InboundMessage } from '../inbound.js';
import type { DeliveryAttempt, ReconcileOutcome } from '../outbound.js';
import { hasMethod } from './has-method.js';

/*
 * Optional parts of a connector that ask the remote: whether a send arrived, which conversation is meant, for files and
 * earlier messages.
 */

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

export const reconcilesSends = (c: ChannelConnector): c is ChannelConnector & ReconcilesSends =>
  hasMethod(c, 'findSent');

/** The remote as an operator sees it; plain values, no secrets. */
export type ProbeReport = Readonly<Record<string, string | number | boolean | null>>;

export interface Probes {
  /** Asks the remote now; never throws for remote faults: `reachable: false` and `problem` instead. */
  probe(account: AccountId): Promise<ProbeReport>;
}

export const probes = (c: ChannelConnector): c is ChannelConnector & Probes => hasMethod(c, 'probe');

/**
 * Has work for each account that one replica is to do: telling the remote where we are, fetching what no webhook
 * brought. Without duty an account still receives and sends.
 */
export interface HasUpkeep {
  /** Until told otherwise an account has the duty. Returns at once; may be called before connect, and repeatedly. */
  setUpkeep(account: AccountId, isOnDuty: boolean): void;
}

export const hasUpkeep = (c: ChannelConnector): c is ChannelConnector & HasUpkeep =>
  hasMethod(c, 'setUpkeep');

/** A message that stands in a conversation, whether it ever came here or not. */
export type PastMessage = Pick<
  InboundMessage,
  'messageId' | 'sender' | 'text' | 'attachments' | 'replyTo' | 'occurredAt'
>;

export interface RecallsMessages {
  /**
   * Messages before a given one, as the remote tells them, oldest first: where there are threads the first message
   * of its own and the last ones of it, elsewhere the last ones. `isSelf` of a sender: the account itself wrote it.
   * Never throws for remote faults: nothing where nobody tells.
   */
  messagesBefore(
    message: InboundMessage,
    limits: { readonly most: number },
    signal: AbortSignal,
  ): Promise<readonly PastMessage[]>;
}

export const recallsMessages = (c: ChannelConnector): c is ChannelConnector & RecallsMessages =>
  hasMethod(c, 'messagesBefore');

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

export const resolvesTargets = (c: ChannelConnector): c is ChannelConnector & ResolvesTargets =>
  hasMethod(c, 'resolveTarget');

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

export const fetchesMedia = (c: ChannelConnector): c is ChannelConnector & FetchesMedia =>
  hasMethod(c, 'fetchMedia');
