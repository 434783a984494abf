import type { AccountSettings } from '../account-settings.js';
import { DEFAULT_ACCOUNT, senderKeyOf } from '../ids.js';
import type { AllowList } from '../../common/index.js';

/** An allowlist whose entries are senders as the service spells them, or `*`. */
export const sendersList = (entries: readonly string[]): AllowList => ({
  anyone: entries.includes('*'),
  keys: new Set(entries.map(senderKeyOf)),
});

/** The settings of the one account of a service without groups; `own` replaces any of them. */
export const directAccount = (
  own: Pick<AccountSettings, 'dmPolicy' | 'allowFrom'> & Partial<AccountSettings>,
): AccountSettings => ({
  account: DEFAULT_ACCOUNT,
  groupPolicy: 'disabled',
  groupAllowFrom: sendersList([]),
  text: { chunkLimit: 4_000, chunkMode: 'length' },
  sendReadReceipts: false,
  blockStreaming: false,
  configWrites: false,
  group: () => ({ isExcluded: true, requireMention: true }),
  ...own,
});
