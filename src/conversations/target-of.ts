import type { InboundMessage, Target } from '../channels/index.js';

/** A reply always goes where the message arrived. */
export const targetOf = ({ channel, account, conversation }: InboundMessage): Target => ({
  channel,
  account,
  conversation: conversation.id,
});
