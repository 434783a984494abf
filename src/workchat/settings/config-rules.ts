import { ConfigProblem } from '../../config/index.js';
import { typedSender } from '../ids/id.js';
import { toolsKeyOf } from './allow-list.js';
import type { ChannelConfig } from './team-config.js';
import type { WorkchatTopConfig } from './top-config.js';

/** Rules across settings. Messages never hold a configured value. */
export function workchatProblems(config: WorkchatTopConfig): readonly ConfigProblem[] {
  return [
    ...(isMeant(config) ? missing(config) : []),
    ...emptyEntries(config),
    ...teamProblems(config),
    ...Object.keys(config.dms ?? {})
      .filter((person) => typedSender(person) === undefined)
      .map(() => new ConfigProblem('dms', 'keys must be directory object IDs')),
  ];
}

/** Required settings; which of them depends on how the bot proves who it is. */
export function missing({ appId, appPassword, tenantId, auth }: WorkchatTopConfig): readonly ConfigProblem[] {
  const required: readonly (readonly [string, string | undefined])[] = [
    ['appId', appId],
    ...(auth.type === 'secret' ? [['appPassword', appPassword] as const] : []),
    ['tenantId', tenantId],
  ];
  return required
    .filter(([, value]) => value === undefined || value === '')
    .map(([key]) => new ConfigProblem(key, 'is required'));
}

/** Credentials are there as a whole, or the channel is not. */
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

/** A policy for a name would hold for whoever takes that name next. */
const senderProblems = (path: string, { toolsBySender }: ChannelConfig): readonly ConfigProblem[] =>
  Object.keys(toolsBySender ?? {})
    .filter((key) => toolsKeyOf(key) === undefined)
    .map(() => new ConfigProblem(`${path}.toolsBySender`, 'keys must be directory object IDs or *'));
