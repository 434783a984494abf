import { GatehouseError } from '../../common/index.js';
import type { ActionName } from '../capabilities.js';
import type { ChannelConnector } from './connector.js';
import type { FormattedText } from '../formatted-text.js';
import type { AccountId, ConversationId, MessageRef, SenderId, Target } from '../ids.js';
import type { ConversationRef } from '../inbound.js';
import type { MediaContent } from '../outbound.js';

/** Whether a connector implements an optional part, which is identified by its method. */
export const hasMethod = (connector: object, name: string): boolean =>
  typeof (connector as Record<string, unknown>)[name] === 'function';

/*
 * Optional parts of a connector that know its service's rules and spellings. No I/O: they are called before anything
 * is queued.
 */

export interface NormalizesSenders {
  /**
   * Converts a sender as an operator types it to the form that inbound messages carry. Pure; no I/O.
   * @returns undefined for a text that cannot be a sender on this channel
   */
  normalizeSender(account: AccountId, text: string): SenderId | undefined;
}

export const normalizesSenders = (c: ChannelConnector): c is ChannelConnector & NormalizesSenders =>
  hasMethod(c, 'normalizeSender');

/**
 * The sender whom an operator types, in the form that inbound messages carry. A channel without its own form takes them
 * as typed. @returns undefined for a text that cannot be a sender
 */
export function typedSender(
  connector: ChannelConnector,
  account: AccountId,
  text: string,
): SenderId | undefined {
  const sender = normalizesSenders(connector) ? connector.normalizeSender(account, text) : text.trim();
  return sender ? (sender as SenderId) : undefined;
}

/** For a text that cannot be a sender. */
export const notASender = (): GatehouseError =>
  GatehouseError.invalidField(
    'sender_id',
    'is not a sender of this channel: give the address or id, not a name',
  );

/** A conversation as its events describe it. */
export interface ConversationDetails {
  readonly conversation: ConversationRef;
  /** The other person in a direct conversation. */
  readonly sender?: SenderId;
  /** The access keys, except those that only the remote could tell. */
  readonly accessKeys: readonly string[];
}

export interface DescribesConversations {
  /**
   * Describes a conversation from its id alone, so that a first message to it joins the session that will receive the
   * answer. Pure; no I/O.
   */
  describeConversation(account: AccountId, conversation: ConversationId): ConversationDetails | undefined;
}

export const describesConversations = (c: ChannelConnector): c is ChannelConnector & DescribesConversations =>
  hasMethod(c, 'describeConversation');

export interface ExplainsActions {
  /** The reason the action is not possible there, as far as is known now; undefined when it is possible. No I/O. */
  obstacleTo(action: ActionName, target: Target): string | undefined;
}

export const explainsActions = (c: ChannelConnector): c is ChannelConnector & ExplainsActions =>
  hasMethod(c, 'obstacleTo');

export interface ChecksCards {
  /**
   * The fault of a card, with its path (`card.body[1].type …`); undefined when there is none. Called before the card is
   * queued. No I/O.
   */
  cardProblem(card: Readonly<Record<string, unknown>>): string | undefined;
  /**
   * Whether a text can be shown in the message of a card; otherwise it is sent as a message before it. Absent where all
   * texts can. Pure; no I/O.
   */
  showsWithCard?(text: string): boolean;
}

export const checksCards = (c: ChannelConnector): c is ChannelConnector & ChecksCards =>
  hasMethod(c, 'cardProblem');

export interface ChecksFiles {
  /** The reason a file cannot be sent there, as far as is known now; undefined when it may be tried. No I/O. */
  fileProblem(target: Target, file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined;
}

export const checksFiles = (c: ChannelConnector): c is ChannelConnector & ChecksFiles =>
  hasMethod(c, 'fileProblem');

export interface ChecksEffects {
  /**
   * The fault in the name of a message effect, in words for the person who chose it; undefined when there is none. No
   * I/O.
   */
  effectProblem(name: string): string | undefined;
}

export const checksEffects = (c: ChannelConnector): c is ChannelConnector & ChecksEffects =>
  hasMethod(c, 'effectProblem');

export interface RendersText {
  /**
   * Converts the markup that models write to the plain text that is sent where `text.format` is `plain`, with the styles
   * that the markup stands for. A text without markup stays unchanged. Pure; no I/O.
   */
  renderText(markdown: string): FormattedText;
}

export const rendersText = (c: ChannelConnector): c is ChannelConnector & RendersText =>
  hasMethod(c, 'renderText');

export interface ReadsMessageIds {
  /**
   * Reads a message's id in any of the service's own spellings: returns the id as events carry it, and the part of the
   * message it names. Any other text is returned unchanged. Pure; no I/O.
   */
  readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'>;
}

export const readsMessageIds = (c: ChannelConnector): c is ChannelConnector & ReadsMessageIds =>
  hasMethod(c, 'readMessageId');

export interface ShowsPolls {
  /**
   * Name of the file in the state folder that shows the channel's polls and votes (spec 3-workchat "Polls"); the
   * centre writes it. Constant.
   */
  readonly pollsFile: string;
}

export const showsPolls = (c: ChannelConnector): c is ChannelConnector & ShowsPolls =>
  typeof (c as Partial<ShowsPolls>).pollsFile === 'string';
