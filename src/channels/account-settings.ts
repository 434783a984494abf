import type { AllowList, DmPolicy, GroupPolicy, ToolPolicy } from '../common/index.js';
import type { AccountId, SenderId } from './ids.js';
import type { ConversationRef } from './inbound.js';

export const CHUNK_MODES = ['length', 'newline'] as const;

export type ChunkMode = (typeof CHUNK_MODES)[number];

/** The settings of one group or channel. */
export interface GroupSettings {
  /**
   * The account has an allowlist of places (spec 3-workchat, teams), and this place is not on it; matters only under
   * the policy `allowlist`.
   */
  readonly isExcluded: boolean;
  /** An operator has switched the place off, whatever the policy. */
  readonly isOff?: boolean;
  /** Answer only when mentioned. */
  readonly requireMention: boolean;
  /** Senders who may write here, instead of `groupAllowFrom`, even if the policy lets others in. */
  readonly allowFrom?: AllowList;
  /** An operator's instructions for the assistant here, in addition to the agent's own. */
  readonly systemPrompt?: string;
  /** Replaces the agent's own tool policy. */
  readonly tools?: ToolPolicy;
  /** By `sender:<SenderId>` or `*`; takes precedence over `tools`. */
  readonly toolsBySender?: Readonly<Record<string, ToolPolicy>>;
}

/** The settings of an account that the centre needs; made by the connector from its configuration. */
export interface AccountSettings {
  readonly account: AccountId;
  readonly dmPolicy: DmPolicy;
  readonly allowFrom: AllowList;
  readonly groupPolicy: GroupPolicy;
  readonly groupAllowFrom: AllowList;
  /** Advice for the operator on valid settings that cannot have their effect, by path and without their values. */
  readonly doubts?: readonly string[];
  readonly text: { readonly chunkLimit: number; readonly chunkMode: ChunkMode };
  readonly sendReadReceipts: boolean;
  /** User turns of a direct conversation given to the assistant; unset = the product's default, 0 = none. */
  readonly dmHistoryLimit?: number;
  /** By sender; takes precedence over `dmHistoryLimit`. */
  readonly dmHistoryLimits?: ReadonlyMap<SenderId, number>;
  /** Messages of a group kept as context; unset = `messages.groupChat.historyLimit`, 0 = none. */
  readonly historyLimit?: number;
  /** Largest inbound attachment that is fetched; unset = the product's default. */
  readonly mediaMaxBytes?: number;
  /** Send an answer in blocks while it is being written. */
  readonly blockStreaming: boolean;
  /** Whether chat commands may change the configuration, if `commands.config` allows it at all. */
  readonly configWrites: boolean;
  /** The settings of a group or channel. Pure; no I/O. */
  group(conversation: ConversationRef): GroupSettings;
  /**
   * The path of the setting in force: the account's own where it has one, else that of its channel. The names are those
   * of reasons: `account.` with `enabled`, `dmPolicy`, `allowFrom`, `groupPolicy` or `groupAllowFrom`; `place.` with
   * `enabled`, `requireMention` or `list`; and those that the connector's own reasons have. Absent, or undefined for a
   * name it does not know: that name below the channel. Pure; no I/O.
   * @param conversation the group or channel, where one is concerned
   */
  settingPath?(name: string, conversation?: ConversationRef): string | undefined;
}
