/**
 * Bot mistakes that the cloud ignores without an error (workchat-wire 2.8, 3.2, 3.3, 13.7):
 *
 * - `reply-to-unknown`: the id in the path, or `replyToId`, was never an id in the conversation.
 * - `thread-in-chat`: `;messageid=` outside a channel.
 * - `mention-without-entity`: an `<at>` tag that people see as a tag; `entity-without-mention`: an entity whose text is
 *   not in the message; `mention-of-no one`: an unknown id.
 * - `foreign-sender`: `from` is not the bot.
 * - `token-leak`: a token was sent to a host or an address that must not get one.
 * - `invoke-answer`: the answer to a button press cannot be shown by a client.
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
  /** Text for the reader of a failed test; names ids and hosts, never a token. */
  readonly text: string;
  /** Base id; undefined when the complaint is not about a conversation. */
  readonly conversationId: string | undefined;
  readonly at: number;
}
