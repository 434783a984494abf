import type { Conversation, Message, User } from '../common/types.js';

/** The person at the keyboard, and the conversation they write in. */
export interface TerminalState {
  person: User;
  place: Conversation;
  /** The post to which text in a channel is a reply. */
  thread: Message | undefined;
  lastOwn: Message | undefined;
  lastAnswer: Message | undefined;
}

export function lastAnswerIn({ lastAnswer }: TerminalState): Message {
  if (!lastAnswer) throw new Error('There is no answer yet.');
  return lastAnswer;
}
