import type { Conversation, Message, User } from '../common/types.js';

/** The person at the keyboard, and the conversation they write in. */
export interface TerminalState {
  person: User;
  place: Conversation;
  /** The post what is written in a channel goes under. */
  thread: Message | undefined;
  lastOwn: Message | undefined;
  lastAnswer: Message | undefined;
}
