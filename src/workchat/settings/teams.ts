import type { ConversationRef, GroupSettings, ReplyStyle } from '../../channels/index.js';
import { comparablePlace, isGuid } from '../ids/id.js';
import { toolsKeyOf } from './allow-list.js';
import { type ChannelConfig, TeamConfig } from './team-config.js';

/** Defaults for a group or channel without settings of its own. */
export interface TeamDefaults {
  readonly requireMention: boolean;
  readonly replyStyle: ReplyStyle;
}

/** Teams and channels by their names in the settings, with the ids from the directory. */
export interface TeamNames {
  readonly teams: ReadonlyMap<string, string>;
  /** By team, in the spelling of the settings. */
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

type TeamEntries = Readonly<Record<string, TeamConfig>>;

/** The name of a team or channel: neither an id nor `*`. */
export const isTeamName = (key: string): boolean =>
  key.trim() !== '*' && !isGuid(key.trim()) && !key.includes('@thread');

/**
 * Splits names with a slash: `Team/Channel` is that channel of the team. If the team is also listed without channels,
 * all its other channels stay allowed.
 */
export function bySlash(entries: TeamEntries): TeamEntries {
  const whole = Object.entries(entries).filter(([key]) => !isSlashed(key));
  const teams = new Map<string, TeamConfig>(whole);
  for (const [key, entry] of Object.entries(entries).filter(([key]) => isSlashed(key))) {
    const [team, channel] = [key.slice(0, key.indexOf('/')).trim(), key.slice(key.indexOf('/') + 1).trim()];
    const before = teams.get(team);
    const others = before ? (before.channels ?? { '*': {} }) : {};
    teams.set(team, withChannels(before, { [channel]: entry, ...others }));
  }
  return Object.fromEntries(teams);
}

const withChannels = (team: TeamConfig | undefined, channels: Record<string, ChannelConfig>): TeamConfig =>
  Object.assign(new TeamConfig(), team, { channels });

const isSlashed = (key: string): boolean => isTeamName(key) && /[^/]\/[^/]/.test(key);

/** The same entries by known ids; an entry with an id takes precedence over one with a name. */
export function withIds(
  entries: TeamEntries | undefined,
  names: TeamNames | undefined,
): TeamEntries | undefined {
  if (!entries || !names) return entries;
  const teams = Object.entries(entries).map(([key, team]) => {
    const channels = team.channels && renamed(team.channels, names.channels.get(key));
    return [key, channels ? withChannels(team, channels) : team] as const;
  });
  return renamed(Object.fromEntries(teams), names.teams);
}

function renamed<T>(
  entries: Readonly<Record<string, T>>,
  ids: ReadonlyMap<string, string> = new Map(),
): Record<string, T> {
  const [named, others] = [new Map<string, T>(), new Map<string, T>()];
  for (const [key, entry] of Object.entries(entries)) {
    const id = ids.get(key);
    if (id === undefined) others.set(key, entry);
    else named.set(id, entry);
  }
  return Object.fromEntries([...named, ...others]);
}

/** The part of a place that settings depend on. */
export type TeamPlace = Pick<ConversationRef, 'id' | 'team' | 'teamAlias'>;

/** Looks up `teams` (spec 3-workchat, team and channel entries). Only ids count; names have been resolved before. */
export class Teams {
  private readonly teams: ReadonlyMap<string, TeamConfig>;

  /** @param groupOf returns the known directory group of a team's thread, because the settings may name either */
  constructor(
    teams: Readonly<Record<string, TeamConfig>> | undefined,
    private readonly defaults: TeamDefaults,
    private readonly groupOf: (team: string) => string | undefined,
  ) {
    this.teams = byPlace(teams);
  }

  settingsOf(place: TeamPlace): GroupSettings {
    const { team, channel } = this.entriesOf(place);
    return {
      isExcluded: this.isExcluded(place),
      requireMention: channel?.requireMention ?? team?.requireMention ?? this.defaults.requireMention,
      ...toolsOf(channel, team),
    };
  }

  replyStyleOf(place: TeamPlace): ReplyStyle {
    const { team, channel } = this.entriesOf(place);
    return channel?.replyStyle ?? team?.replyStyle ?? this.defaults.replyStyle;
  }

  /** A list of teams excludes every other place, including group chats, unless it contains `*`. */
  private isExcluded(place: TeamPlace): boolean {
    if (this.teams.size === 0) return false;
    const { team, channel } = this.entriesOf(place);
    if (!team) return true;
    return Object.keys(team.channels ?? {}).length > 0 && !channel;
  }

  private entriesOf(place: TeamPlace): { team?: TeamConfig; channel?: ChannelConfig } {
    const team = this.teamOf(place) ?? this.teams.get('*');
    if (!team) return {};
    const channels = byPlace(team.channels);
    const channel = channels.get(comparablePlace(place.id)) ?? channels.get('*');
    return { team, ...(channel ? { channel } : {}) };
  }

  private teamOf({ team, teamAlias }: TeamPlace): TeamConfig | undefined {
    if (team === undefined) return undefined;
    const group = (teamAlias ?? this.groupOf(team))?.toLowerCase();
    return this.teams.get(comparablePlace(team)) ?? (group === undefined ? undefined : this.teams.get(group));
  }
}

/** Whether an entry names a team by its directory group, and none names this one by its thread. */
export function dependsOnGroup(entries: TeamEntries | undefined, team: string): boolean {
  const keys = Object.keys(entries ?? {}).map((key) => key.trim());
  const isThread = (key: string) => key.includes('@thread') && comparablePlace(key) === comparablePlace(team);
  return keys.some(isGuid) && !keys.some(isThread);
}

/** Compares directory groups without case, but threads with it. */
function byPlace<T>(entries: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> {
  const keyOf = (key: string) =>
    key.includes('@thread') ? comparablePlace(key.trim()) : key.trim().toLowerCase();
  return new Map(Object.entries(entries).map(([key, entry]) => [keyOf(key), entry]));
}

/** Looks level by level, from the channel up: first the entry of the sender, then that of everyone. */
function toolsOf(
  ...levels: readonly (ChannelConfig | undefined)[]
): Pick<GroupSettings, 'tools' | 'toolsBySender'> {
  const bySender: Record<string, NonNullable<ChannelConfig['tools']>> = {};
  for (const level of levels) {
    for (const [sender, policy] of named(level)) bySender[sender] ??= policy;
    const isForAll = bySender['*'] !== undefined || level?.tools !== undefined;
    if (isForAll) return { ...(level?.tools ? { tools: level.tools } : {}), toolsBySender: bySender };
  }
  return Object.keys(bySender).length > 0 ? { toolsBySender: bySender } : {};
}

const named = (level: ChannelConfig | undefined) =>
  Object.entries(level?.toolsBySender ?? {}).flatMap(([key, policy]) => {
    const sender = toolsKeyOf(key);
    return sender === undefined ? [] : [[sender, policy] as const];
  });
