import type { AccountSettings } from '../account-settings.js';
import {
  type ChannelId,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type RemoteMessageId,
  type SenderId,
  senderKeyOf,
} from '../ids.js';
import type { InboundMessage } from '../inbound.js';
import type { AllowList, DmPolicy } from '../../common/index.js';

const sendersList = (entries: readonly string[]): AllowList => ({
  anyone: entries.includes('*'),
  keys: new Set(entries.map(senderKeyOf)),
});

interface DirectSettings extends Omit<Partial<AccountSettings>, 'allowFrom'> {
  readonly dmPolicy: DmPolicy;
  /** Senders as the service spells them, or `*`. */
  readonly allowFrom: readonly string[];
}

/** The settings of the one account of a service without groups; `own` replaces any of them. */
export const directAccount = ({ allowFrom, ...own }: DirectSettings): AccountSettings => ({
  account: DEFAULT_ACCOUNT,
  allowFrom: sendersList(allowFrom),
  groupPolicy: 'disabled',
  groupAllowFrom: sendersList([]),
  text: { chunkLimit: 4_000, chunkMode: 'length' },
  sendReadReceipts: false,
  blockStreaming: false,
  configWrites: false,
  group: () => ({ isExcluded: true, requireMention: true }),
  ...own,
});

/** A message to that account, in a conversation that has the name of the person. @param occurredAt epoch ms */
export const directMessage = (message: {
  readonly channel: ChannelId;
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly occurredAt: number;
}): InboundMessage => ({
  kind: 'message',
  channel: message.channel,
  account: DEFAULT_ACCOUNT,
  inboxKey: message.id,
  messageId: message.id as RemoteMessageId,
  conversation: { id: message.from as ConversationId, kind: 'direct' },
  sender: { id: message.from as SenderId, isSelf: false },
  occurredAt: message.occurredAt,
  isLate: false,
  accessKeys: [senderKeyOf(message.from)],
  text: message.text,
  attachments: [],
});
