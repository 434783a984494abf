import type { WorkchatSettings } from '../../settings/settings.js';

/** Where a bot can be used, as the manifest calls it. */
export const SURFACES = ['personal', 'team', 'groupChat'] as const;
export type Surface = (typeof SURFACES)[number];

/** Those in use, by the policies (spec 3-workchat, "App manifest": `bots[].scopes`). */
export function surfacesOf({ dmPolicy, groupPolicy, teams }: WorkchatSettings): readonly Surface[] {
  const keys = Object.keys(teams ?? {});
  // Where teams are listed, group chats are of none of them (settings/teams.ts).
  const hasGroupChats = groupPolicy === 'open' || keys.length === 0 || keys.some((key) => key.trim() === '*');
  return [
    ...(dmPolicy === 'disabled' ? [] : (['personal'] as const)),
    ...(groupPolicy === 'disabled' ? [] : (['team'] as const)),
    ...(groupPolicy === 'disabled' || !hasGroupChats ? [] : (['groupChat'] as const)),
  ];
}
