import type { InboundEvent } from '../../../channels/index.js';
import type { SpokenEntry } from '../../transcript/history.repository.js';

/** Ids and keys mean something in their own conversation only; a session may hold several, also of other accounts. */
export const isHere = ({ channel, account, conversation }: InboundEvent, entry: SpokenEntry): boolean =>
  entry.channel === channel && entry.account === account && entry.conversation_id === conversation.id;
