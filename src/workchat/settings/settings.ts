import {
  type AccountSettings,
  DEFAULT_ACCOUNT,
  type DmPolicy,
  type GroupPolicy,
  type SenderId,
  type ReplyStyle,
} from '../../channels/index.js';
import { typedSender } from '../ids/id.js';
import { compileAllowList } from './allow-list.js';
import type { AuthConfig } from './auth-config.js';
import type { Cloud } from './cloud.js';
import { settingPathsOf } from './setting-paths.js';
import { type TeamNames, Teams, withIds } from './teams.js';
import type { WorkchatTopConfig } from './top-config.js';

/** The bot's identity and its authentication. */
export interface Credentials {
  readonly appId: string;
  readonly tenantId: string;
  /** Set only where `auth.type` is `secret`. */
  readonly appPassword: string;
  readonly auth: AuthConfig;
}

/** The listener for the platform's calls. */
export interface WebhookAddress {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly path: string;
}

/** The account with all settings resolved. */
export interface WorkchatSettings {
  readonly credentials: Credentials;
  readonly cloud: Cloud;
  readonly webhook: WebhookAddress;
  readonly dmPolicy: DmPolicy;
  readonly allowFrom: readonly string[];
  readonly groupPolicy: GroupPolicy;
  readonly groupAllowFrom: readonly string[];
  readonly teams: WorkchatTopConfig['teams'];
  readonly requireMention: boolean;
  readonly replyStyle: ReplyStyle;
  readonly aiLabel: boolean;
  readonly welcomeText: string;
  /** Missed messages up to this age are answered, ms; 0 = none are fetched. */
  readonly catchUpMs: number;
  readonly config: WorkchatTopConfig;
}

/** Facts that the configuration does not contain. */
export interface Known {
  /** The directory group of a team's thread. */
  readonly groupOf: (team: string) => string | undefined;
  /** Names in allowlists that the directory has resolved. */
  readonly names?: ResolvedNames;
}

/** Names in the settings and their resolved ids; an unresolved name matches no one. */
export interface ResolvedNames extends TeamNames {
  /** As keys of allowlists. */
  readonly people: ReadonlyMap<string, string>;
}

export const teamsOf = (
  { teams, requireMention, replyStyle }: WorkchatSettings,
  { groupOf, names }: Known,
): Teams => new Teams(withIds(teams, names), { requireMention, replyStyle }, groupOf);

/** The account's settings in the form of the port. */
export function toAccountSettings(settings: WorkchatSettings, known: Known): AccountSettings {
  const { config } = settings;
  const teams = teamsOf(settings, known);
  return {
    account: DEFAULT_ACCOUNT,
    dmPolicy: settings.dmPolicy,
    allowFrom: compileAllowList(settings.allowFrom, known.names?.people),
    groupPolicy: settings.groupPolicy,
    groupAllowFrom: compileAllowList(settings.groupAllowFrom, known.names?.people),
    text: { chunkLimit: config.textChunkLimit, chunkMode: config.chunkMode },
    sendReadReceipts: false,
    mediaMaxBytes: config.mediaMaxMb * 1024 * 1024,
    blockStreaming: config.blockStreaming,
    configWrites: config.configWrites,
    dmHistoryLimits: limitsOf(config),
    group: (conversation) => teams.settingsOf(conversation),
    settingPath: settingPathsOf(settings, known),
    ...(config.historyLimit === undefined ? {} : { historyLimit: config.historyLimit }),
    ...(config.dmHistoryLimit === undefined ? {} : { dmHistoryLimit: config.dmHistoryLimit }),
  };
}

const limitsOf = ({ dms = {} }: WorkchatTopConfig): ReadonlyMap<SenderId, number> =>
  new Map(
    Object.entries(dms).flatMap(([person, { historyLimit }]) => {
      const sender = typedSender(person);
      return sender === undefined || historyLimit === undefined ? [] : [[sender, historyLimit] as const];
    }),
  );

/** Whether the connection can continue with other settings: listener, credentials and cloud are the same. */
export const isSameConnection = (one: WorkchatSettings, other: WorkchatSettings): boolean =>
  JSON.stringify([one.credentials, one.cloud, one.webhook]) ===
  JSON.stringify([other.credentials, other.cloud, other.webhook]);
