import type { AccountSettings, ConversationRef } from '../../channels/index.js';
import { comparablePlace } from '../ids/id.js';
import type { TeamNames } from './teams.js';

const SECTION = 'channels.workchat';

type Entries = Readonly<Record<string, object>>;

/** The settings on which paths depend: which are set, and where. */
interface Configured {
  readonly teams?: Entries | undefined;
  readonly config: { readonly groupPolicy?: unknown; readonly groupAllowFrom?: unknown };
}

/** The facts that the directory tells of teams. */
interface Known {
  readonly groupOf: (team: string) => string | undefined;
  readonly names?: TeamNames;
}

/** The paths of the settings in force (`AccountSettings.settingPath`). */
export function settingPathsOf(
  settings: Configured,
  known: Known,
): NonNullable<AccountSettings['settingPath']> {
  return (name, conversation) => {
    if (name === 'account.groupPolicy' && settings.config.groupPolicy === undefined)
      return 'channels.defaults.groupPolicy';
    // An entry of its own would begin a list that shuts out everybody else.
    if (name === 'account.groupAllowFrom' && settings.config.groupAllowFrom === undefined)
      return `${SECTION}.allowFrom`;
    if (name.startsWith('account.')) return `${SECTION}.${name.slice('account.'.length)}`;
    if (name === 'place.list') return `${SECTION}.teams`;
    if (name !== 'place.requireMention') return undefined;
    const own = conversation && requireMentionPath(settings.teams ?? {}, conversation, known);
    return own ?? `${SECTION}.requireMention`;
  };
}

/** The entry that says so: that of the channel, then that of its team; undefined where none does. */
function requireMentionPath(teams: Entries, place: ConversationRef, known: Known): string | undefined {
  const { names, groupOf } = known;
  const ids =
    place.team === undefined ? [] : [place.team, place.teamAlias ?? groupOf(place.team) ?? place.team];
  const teamKey = keyIn(teams, ids, names?.teams);
  if (teamKey === undefined) return undefined;
  const team = teams[teamKey] as { readonly channels?: Entries };
  const channelKey = keyIn(team.channels ?? {}, [place.id], names?.channels.get(teamKey));
  const teamPath = `${SECTION}.teams[${JSON.stringify(teamKey)}]`;
  if (channelKey !== undefined && says(team.channels?.[channelKey]))
    return `${teamPath}.channels[${JSON.stringify(channelKey)}].requireMention`;
  return says(team) ? `${teamPath}.requireMention` : undefined;
}

const says = (entry: object | undefined): boolean =>
  (entry as { readonly requireMention?: boolean } | undefined)?.requireMention !== undefined;

/** The key that names one of these ids, by itself or by a name, or that names all. */
function keyIn(
  entries: Entries,
  ids: readonly string[],
  names: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const wanted = new Set(ids.flatMap((id) => [comparablePlace(id), id.toLowerCase()]));
  const isMeant = (key: string) => {
    const id = names.get(key) ?? key.trim();
    return wanted.has(comparablePlace(id)) || wanted.has(id.toLowerCase());
  };
  const key = Object.keys(entries).find((each) => each.trim() !== '*' && isMeant(each));
  return key ?? Object.keys(entries).find((each) => each.trim() === '*');
}
