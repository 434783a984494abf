import type { WorkchatSettings } from '../settings/settings.js';

/** The places where a bot can be used, in the manifest's terms. */
export const SURFACES = ['personal', 'team', 'groupChat'] as const;
export type Surface = (typeof SURFACES)[number];

/** The surfaces in use, according to the policies (spec 3-workchat, "App manifest": `bots[].scopes`). */
export function surfacesOf({ dmPolicy, groupPolicy, teams }: WorkchatSettings): readonly Surface[] {
  const keys = Object.keys(teams ?? {});
  // Group chats belong to no team, so a list of teams excludes them (settings/teams.ts).
  const hasGroupChats = groupPolicy === 'open' || keys.length === 0 || keys.some((key) => key.trim() === '*');
  return [
    ...(dmPolicy === 'disabled' ? [] : (['personal'] as const)),
    ...(groupPolicy === 'disabled' ? [] : (['team'] as const)),
    ...(groupPolicy === 'disabled' || !hasGroupChats ? [] : (['groupChat'] as const)),
  ];
}

/** The reason there is no package where the app would be nowhere. */
export const NOTHING_TO_INSTALL =
  'there is nothing to install, because dmPolicy and groupPolicy of channels.workchat are both disabled';
