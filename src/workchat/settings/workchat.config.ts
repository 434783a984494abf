import type { GroupPolicy } from '../../channels/index.js';
import {
  CHANNEL_DEFAULTS,
  type ConfigProblem,
  GATEWAY,
  type GatehouseConfig,
  type HasProblems,
  section,
} from '../../config/index.js';
import { cloudOf } from './cloud.js';
import { missing, workchatProblems } from './config-rules.js';
import type { WorkchatSettings } from './settings.js';
import { bySlash } from './teams.js';
import { WorkchatTopConfig } from './top-config.js';

/** `channels.workchat`. */
export class WorkchatConfig extends WorkchatTopConfig implements HasProblems {
  problems(): readonly ConfigProblem[] {
    return workchatProblems(this);
  }
}

export const WORKCHAT_CONFIG = section('channels.workchat', WorkchatConfig);

/** @returns undefined when the channel is switched off or not configured. */
export function settingsFrom(config: GatehouseConfig): WorkchatSettings | undefined {
  const own = config.get(WORKCHAT_CONFIG);
  if (own.enabled === false || missing(own).length > 0) return undefined;
  const { appId = '', tenantId = '', appPassword = '', auth } = own;
  const { host = config.get(GATEWAY).host, port, path } = own.webhook;
  return {
    // The platform names the app in lower case: a token for any other spelling would be another's.
    credentials: { appId: appId.toLowerCase(), tenantId, appPassword, auth },
    cloud: cloudOf(own.cloud),
    webhook: { host, port, path },
    dmPolicy: own.dmPolicy,
    allowFrom: own.allowFrom,
    groupPolicy: own.groupPolicy ?? defaultPolicy(config),
    groupAllowFrom: own.groupAllowFrom ?? own.allowFrom,
    teams: own.teams && bySlash(own.teams),
    requireMention: own.requireMention,
    replyStyle: own.replyStyle,
    aiLabel: own.aiLabel,
    welcomeText: own.welcomeText,
    catchUpMs: own.catchUp.maxAgeMinutes * 60_000,
    config: own,
  };
}

const defaultPolicy = (config: GatehouseConfig): GroupPolicy =>
  config.has(CHANNEL_DEFAULTS) ? config.get(CHANNEL_DEFAULTS).groupPolicy : 'allowlist';
