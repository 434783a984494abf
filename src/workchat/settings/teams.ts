import type { ConversationRef, GroupSettings } from '../../channels/index.js';
import { comparablePlace } from '../workchat.id.js';
import { toolsKeyOf } from './allow-list.js';
import type { ChannelConfig, ReplyStyle, TeamConfig } from './team-config.js';

/** What holds where a group or channel says nothing for itself. */
export interface TeamDefaults {
  readonly requireMention: boolean;
  readonly replyStyle: ReplyStyle;
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
