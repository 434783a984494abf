import type { ActionName, Support } from '../channels/index.js';
import type { Actions } from './imbridge.actions-config.js';
import { type BridgeInfo, hasPrivateApi, osMajorOf } from './imbridge.server-info.js';

/** The actions this connector knows; each has a flag in `actions`. */
export type AbilityName = Exclude<ActionName, 'card'>;

const FLAGS: Readonly<Record<AbilityName, keyof Actions>> = {
  react: 'reactions',
  edit: 'edit',
  unsend: 'unsend',
  reply: 'reply',
  sendWithEffect: 'sendWithEffect',
  renameGroup: 'renameGroup',
  addParticipant: 'addParticipant',
  removeParticipant: 'removeParticipant',
  leaveGroup: 'leaveGroup',
};
export const ABILITIES = Object.keys(FLAGS) as AbilityName[];
export const GROUP_ABILITIES: ReadonlySet<AbilityName> = new Set([
  'renameGroup',
  'addParticipant',
  'removeParticipant',
  'leaveGroup',
]);

/** Oldest macOS, and the first that lost it again (spec 2-imbridge, Errors). */
const OS: Readonly<Partial<Record<AbilityName, { readonly from: number; readonly before?: number }>>> = {
  edit: { from: 13, before: 26 },
  unsend: { from: 13 },
};

/** Why an action can't be used with a bridge that was last seen like this; undefined when it can. */
export function obstacleTo(
  ability: AbilityName,
  actions: Actions,
  info: BridgeInfo | undefined,
): string | undefined {
  const flag = FLAGS[ability];
  if (!actions[flag]) return `switched off by actions.${flag}`;
  if (info === undefined) return undefined;
  if (!hasPrivateApi(info)) return 'needs the Private API of the bridge, with its helper connected';
  const { from = 0, before = Infinity } = OS[ability] ?? {};
  const major = osMajorOf(info);
  if (major < from) return `needs macOS ${from} or later`;
  return major >= before ? `unavailable on macOS ${before} and later` : undefined;
}

/** Six reactions are not all there are; and a bridge nobody has seen yet promises nothing. */
export function supportOf(ability: AbilityName, actions: Actions, info: BridgeInfo | undefined): Support {
  if (obstacleTo(ability, actions, info) !== undefined) return 'rejected';
  return info === undefined || ability === 'react' ? 'partial' : 'full';
}
