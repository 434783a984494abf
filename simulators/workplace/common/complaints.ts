/**
 * Mistakes of a bot the cloud passes over in silence (workchat-wire 2.8, 3.2, 3.3, 13.7):
 *
 * - `reply-to-unknown`: the id in the path, or `replyToId`, names nothing the conversation ever held.
 * - `thread-in-chat`: `;messageid=` outside a channel.
 * - `mention-without-entity`: an `<at>` tag people read as a tag; `entity-without-mention`: an entity whose text is not
 *   in the message; `mention-of-nobody`: an id that is nobody's.
 * - `foreign-sender`: `from` is not the bot.
 * - `token-leak`: a token went to a host or an address that must not get one.
 * - `invoke-answer`: a button was answered by nothing a client can show.
 */
export type ComplaintCode =
  | 'reply-to-unknown'
  | 'thread-in-chat'
  | 'mention-without-entity'
  | 'entity-without-mention'
  | 'mention-of-nobody'
  | 'foreign-sender'
  | 'token-leak'
  | 'invoke-answer';

export interface Complaint {
  readonly code: ComplaintCode;
  /** For the person who reads a failed test; names ids and hosts, never a token. */
  readonly text: string;
  /** Base id; undefined when no conversation is concerned. */
  readonly conversationId: string | undefined;
  readonly at: number;
}
