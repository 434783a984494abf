import type { InboundEvent, Target } from '../channels/index.js';

/** A reply always goes where the message arrived, the thread included. */
export const targetOf = ({ channel, account, conversation, thread }: InboundEvent): Target => ({
  channel,
  account,
  conversation: conversation.id,
  ...(thread === undefined ? {} : { thread }),
});
