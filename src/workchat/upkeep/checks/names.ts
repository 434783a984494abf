import type { Finding } from '../../../common/index.js';
import { readEntry } from '../../settings/allow-list.js';
import type { ResolvedNames, WorkchatSettings } from '../../settings/settings.js';
import { isTeamName } from '../../settings/teams.js';
import { settingAt } from './check-subject.js';

/** Names in the settings that the directory has not found, so that they let nobody in. */
export function nameFindings(settings: WorkchatSettings, names: ResolvedNames): readonly Finding[] {
  const people = (list: readonly string[]) =>
    list
      .map(readEntry)
      .flatMap((entry) => (entry.kind === 'name' && !names.people.has(entry.name) ? [entry.name] : []));
  const found = [
    unmatched('allowFrom', people(settings.allowFrom)),
    // Without a list of its own, that of groups is the other one.
    unmatched('groupAllowFrom', people(settings.config.groupAllowFrom ?? [])),
    unmatched('teams', placesIn(settings, names)),
  ].flat();
  return found.length > 0 ? found : [{ state: 'ok', message: 'all names in the settings are known' }];
}

function placesIn({ teams = {} }: WorkchatSettings, names: ResolvedNames): readonly string[] {
  return Object.entries(teams).flatMap(([team, { channels = {} }]) => {
    if (isTeamName(team) && !names.teams.has(team)) return [team];
    const known = names.channels.get(team);
    const lost = Object.keys(channels).filter((channel) => isTeamName(channel) && !known?.has(channel));
    return lost.map((channel) => `${team}/${channel}`);
  });
}

const unmatched = (setting: string, names: readonly string[]): readonly Finding[] =>
  names.length === 0
    ? []
    : [
        {
          state: 'warning',
          message: `not found by the directory, so that they match nobody: ${names.map((name) => `'${name}'`).join(', ')}`,
          setting: settingAt(setting),
          remedy:
            'Correct the name, or write the ID instead; `gatehouse logs --level warn` says why each was not found.',
        },
      ];
