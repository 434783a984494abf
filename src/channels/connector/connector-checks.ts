import type { ActionName } from '../capabilities.js';
import type { MessageRef } from './connector-actions.js';
import type { ChannelConnector } from './connector.js';
import type { AccountId, ConversationId, SenderId, Target } from '../ids.js';
import type { ConversationRef } from '../inbound.js';
import type { MediaContent } from '../outbound.js';
import { hasMethod } from './has-method.js';

/*
 * Optional parts of a connector that know its service's rules and spellings. No I/O: they are asked before anything is
 * queued.
 */

export interface NormalizesSenders {
  /**
   * A sender as an operator types it, in the form inbound messages carry it. Pure; no I/O.
   * @returns undefined for a text that can be nobody on this channel.
   */
  normalizeSender(account: AccountId, text: string): SenderId | undefined;
}

export const normalizesSenders = (c: ChannelConnector): c is ChannelConnector & NormalizesSenders =>
  hasMethod(c, 'normalizeSender');

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
   * Reads the id of a conversation, so that the first message there belongs to the session in which its answer will.
   * Pure; no I/O.
   */
  describeConversation(account: AccountId, conversation: ConversationId): ConversationDetails | undefined;
}

export const describesConversations = (c: ChannelConnector): c is ChannelConnector & DescribesConversations =>
  hasMethod(c, 'describeConversation');

export interface ExplainsActions {
  /** Why an action can't be done there, by what is known now; undefined when it can. No I/O. */
  obstacleTo(action: ActionName, target: Target): string | undefined;
}

export const explainsActions = (c: ChannelConnector): c is ChannelConnector & ExplainsActions =>
  hasMethod(c, 'obstacleTo');

export interface ChecksCards {
  /** The fault of a card, before it is queued, naming where (`card.body[1].type …`); undefined for none. No I/O. */
  cardProblem(card: Readonly<Record<string, unknown>>): string | undefined;
}

export const checksCards = (c: ChannelConnector): c is ChannelConnector & ChecksCards =>
  hasMethod(c, 'cardProblem');

export interface ChecksFiles {
  /** Why a file can't be sent there, by what is known now; undefined when it may be tried. No I/O. */
  fileProblem(target: Target, file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined;
}

export const checksFiles = (c: ChannelConnector): c is ChannelConnector & ChecksFiles =>
  hasMethod(c, 'fileProblem');

export interface ChecksEffects {
  /** The fault in the name of a message effect, in words for the person who gave it; undefined when there is none. No I/O. */
  effectProblem(name: string): string | undefined;
}

export const checksEffects = (c: ChannelConnector): c is ChannelConnector & ChecksEffects =>
  hasMethod(c, 'effectProblem');

export interface RendersText {
  /**
   * A text with the markup models write, as it is to go out where `text.format` is `plain`. Pure; no I/O. What has no
   * markup stays as it is.
   */
  plainText(markdown: string): string;
}

export const rendersText = (c: ChannelConnector): c is ChannelConnector & RendersText =>
  hasMethod(c, 'plainText');

export interface ReadsMessageIds {
  /**
   * A message's id in any spelling of the service's own, as events carry it, and the part of the message it names. Pure;
   * no I/O. What is no such spelling comes back as it is.
   */
  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'>;
}

export const readsMessageIds = (c: ChannelConnector): c is ChannelConnector & ReadsMessageIds =>
  hasMethod(c, 'readMessageId');

export interface ShowsPolls {
  /**
   * Name of a file in the state folder in which the channel's polls and their votes are to be read (spec 3-workchat
   * "Polls"); the centre writes it. Constant.
   */
  readonly pollsFile: string;
}

export const showsPolls = (c: ChannelConnector): c is ChannelConnector & ShowsPolls =>
  typeof (c as Partial<ShowsPolls>).pollsFile === 'string';
