import type { GroupPolicy } from '../../channels/index.js';
import {
  CHANNEL_DEFAULTS,
  ConfigProblem,
  type GatehouseConfig,
  GATEWAY,
  type HasProblems,
  section,
} from '../../config/index.js';
import { cloudOf } from './cloud.js';
import type { WorkchatSettings } from './settings.js';
import { bySlash } from './teams.js';
import { WorkchatTopConfig } from './top-config.js';
import { typedSender } from '../ids/id.js';
import { toolsKeyOf } from './allow-list.js';
import type { ChannelConfig } from './team-config.js';

/** Rules across settings. Messages never contain a configured value. */
function workchatProblems(config: WorkchatTopConfig): readonly ConfigProblem[] {
  return [
    ...(isMeant(config) ? missing(config) : []),
    ...emptyEntries(config),
    ...teamProblems(config),
    ...Object.keys(config.dms ?? {})
      .filter((person) => typedSender(person) === undefined)
      .map(() => new ConfigProblem('dms', 'keys must be directory object IDs')),
  ];
}

/** Required settings, which depend on the kind of authentication. */
function missing({ appId, appPassword, tenantId, auth }: WorkchatTopConfig): readonly ConfigProblem[] {
  const required: readonly (readonly [string, string | undefined])[] = [
    ['appId', appId],
    ...(auth.type === 'secret' ? [['appPassword', appPassword] as const] : []),
    ['tenantId', tenantId],
  ];
  return required
    .filter(([, value]) => value === undefined || value === '')
    .map(([key]) => new ConfigProblem(key, 'is required'));
}

/** Credentials must be complete, or the channel counts as not configured. */
const isMeant = ({ enabled, appId, appPassword, tenantId }: WorkchatTopConfig): boolean =>
  enabled ?? [appId, appPassword, tenantId].some((value) => value !== undefined);

function emptyEntries(config: WorkchatTopConfig): readonly ConfigProblem[] {
  return (['allowFrom', 'groupAllowFrom'] as const).flatMap((key) =>
    (config[key] ?? []).flatMap((entry, index) =>
      entry.trim() === '' ? [new ConfigProblem(`${key}[${index}]`, 'is empty')] : [],
    ),
  );
}

function teamProblems({ teams = {} }: WorkchatTopConfig): readonly ConfigProblem[] {
  return Object.entries(teams).flatMap(([team, { channels = {}, ...own }]) => [
    ...senderProblems(`teams.${team}`, own),
    ...Object.entries(channels).flatMap(([channel, entry]) =>
      senderProblems(`teams.${team}.channels.${channel}`, entry),
    ),
  ]);
}

/** A policy for a name would apply to the next person with that name. */
const senderProblems = (path: string, { toolsBySender }: ChannelConfig): readonly ConfigProblem[] =>
  Object.keys(toolsBySender ?? {})
    .filter((key) => toolsKeyOf(key) === undefined)
    .map(() => new ConfigProblem(`${path}.toolsBySender`, 'keys must be directory object IDs or *'));

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
