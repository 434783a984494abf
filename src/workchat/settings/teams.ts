import type { ConversationRef, GroupSettings, ReplyStyle } from '../../channels/index.js';
import { comparablePlace, isGuid } from '../ids/id.js';
import { toolsKeyOf } from './allow-list.js';
import { type ChannelConfig, TeamConfig } from './team-config.js';

/** Defaults for a group or channel without settings of its own. */
export interface TeamDefaults {
  readonly requireMention: boolean;
  readonly replyStyle: ReplyStyle;
}

/** Teams and channels by the names they have in the settings, and the ids the directory told of them. */
export interface TeamNames {
  readonly teams: ReadonlyMap<string, string>;
  /** By team, written as in the settings. */
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

type TeamEntries = Readonly<Record<string, TeamConfig>>;

/** The name of a team or channel: neither an id nor `*`. */
export const isTeamName = (key: string): boolean =>
  key.trim() !== '*' && !isGuid(key.trim()) && !key.includes('@thread');

/** `Team/Channel` is that channel of the team; where the team stands by itself without channels, all others stay in. */
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

/** The same by ids, as far as they are known; what is configured by its id counts before what only has the name. */
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

/** A place, as far as settings depend on it. */
export type TeamPlace = Pick<ConversationRef, 'id' | 'team'>;

/** Looks up `teams` (spec 3-workchat, team and channel entries). Ids decide; names have been made ids before. */
export class Teams {
  private readonly teams: ReadonlyMap<string, TeamConfig>;

  /** @param groupOf the directory group behind a team's thread, as far as it is known: either may be configured */
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

  /** Where teams are listed, a place of none of them is not: group chats neither, unless `*` is among the teams. */
  private isExcluded(place: TeamPlace): boolean {
    if (this.teams.size === 0) return false;
    const { team, channel } = this.entriesOf(place);
    if (!team) return true;
    return Object.keys(team.channels ?? {}).length > 0 && !channel;
  }

  private entriesOf({ id, team: teamId }: TeamPlace): { team?: TeamConfig; channel?: ChannelConfig } {
    const team = this.teamOf(teamId) ?? this.teams.get('*');
    if (!team) return {};
    const channels = byPlace(team.channels);
    const channel = channels.get(comparablePlace(id)) ?? channels.get('*');
    return { team, ...(channel ? { channel } : {}) };
  }

  private teamOf(team: string | undefined): TeamConfig | undefined {
    if (team === undefined) return undefined;
    const group = this.groupOf(team)?.toLowerCase();
    return this.teams.get(comparablePlace(team)) ?? (group === undefined ? undefined : this.teams.get(group));
  }
}

/** Directory groups are compared without case, threads with it. */
function byPlace<T>(entries: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> {
  const keyOf = (key: string) =>
    key.includes('@thread') ? comparablePlace(key.trim()) : key.trim().toLowerCase();
  return new Map(Object.entries(entries).map(([key, entry]) => [keyOf(key), entry]));
}

/** Level by level, from the channel up: who is named there, then what holds for all there. */
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
