import { type ChannelId, type ConversationId, type SenderId, senderKeyOf } from '../channels/index.js';

/** The channel of the chat in the web console. */
export const CONSOLE = 'console' as ChannelId;

/** Before the id of an owner's token, so that the sender alone shows that an owner writes; no token's id has it. */
const OWNER = 'owner';
const ID = /^(?:owner(?::tok_[0-9a-z]{26})?|tok_[0-9a-z]{26})$/;

/** Who is signed in: the role of a token never changes. */
export interface Writer {
  readonly role: string;
  /** The first owner token has none. */
  readonly tokenId?: string;
}

/** The sender as whom a token writes. */
export function senderOf({ role, tokenId }: Writer): SenderId {
  if (tokenId === undefined) return OWNER as SenderId;
  return (role === OWNER ? `${OWNER}:${tokenId}` : tokenId) as SenderId;
}

/** The sender that an operator types: the id of a token, also as the audit log has it. */
export function typedSender(text: string): SenderId | undefined {
  const id = text.trim().replace(/^token:/, '');
  return ID.test(id) ? (id as SenderId) : undefined;
}

/** Each sender has one direct conversation, which has their id. */
export const conversationOf = (sender: SenderId): ConversationId => sender as string as ConversationId;

export const senderIn = (conversation: ConversationId): SenderId | undefined => typedSender(conversation);

const OWNER_KEY = senderKeyOf(OWNER);

/** The listed senders, and every owner: owners are not in the configuration, and their ids tell what they are. */
export class OwnersAnd extends Set<string> {
  constructor(senders: readonly SenderId[]) {
    super([OWNER_KEY, ...senders.map(senderKeyOf)]);
  }

  override has(key: string): boolean {
    return super.has(key) || key.startsWith(`${OWNER_KEY}:`);
  }
}
