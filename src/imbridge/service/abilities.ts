import type { ActionName, Support } from '../../channels/index.js';
import type { Actions } from '../settings/actions-config.js';
import { type BridgeInfo, canSend, hasPrivateApi, osMajorOf } from './client/server-info.js';

/** The actions this connector knows; each has a flag in `actions`. */
export type AbilityName = Exclude<ActionName, 'card' | 'poll'>;

const FLAGS: Readonly<Record<AbilityName, keyof Actions>> = {
  react: 'reactions',
  edit: 'edit',
  unsend: 'unsend',
  reply: 'reply',
  sendWithEffect: 'sendWithEffect',
  sendAttachment: 'sendAttachment',
  renameGroup: 'renameGroup',
  setGroupIcon: 'setGroupIcon',
  addParticipant: 'addParticipant',
  removeParticipant: 'removeParticipant',
  leaveGroup: 'leaveGroup',
};
/** The flag in `actions` that switches it. */
export const flagOf = (ability: AbilityName): keyof Actions => FLAGS[ability];
export const ABILITIES = Object.keys(FLAGS) as AbilityName[];
export const GROUP_ABILITIES: ReadonlySet<AbilityName> = new Set([
  'renameGroup',
  'setGroupIcon',
  'addParticipant',
  'removeParticipant',
  'leaveGroup',
]);

/** The oldest macOS that has the ability, and the first that lost it again (spec 2-imbridge, Errors). */
const OS: Readonly<Partial<Record<AbilityName, { readonly from: number; readonly before?: number }>>> = {
  edit: { from: 13, before: 26 },
  unsend: { from: 13 },
};

/** The reason an action can't be used with the last known state of the bridge; undefined when it can. */
export function obstacleTo(
  ability: AbilityName,
  actions: Actions,
  info: BridgeInfo | undefined,
): string | undefined {
  const flag = FLAGS[ability];
  if (!actions[flag]) return `switched off by actions.${flag}`;
  if (info === undefined) return undefined;
  if (!hasPrivateApi(info) && !(ability === 'sendAttachment' && canSend(info)))
    return "needs the bridge's Private API with its helper connected";
  const { from = 0, before = Infinity } = OS[ability] ?? {};
  const major = osMajorOf(info);
  if (major < from) return `needs macOS ${from} or later`;
  return major >= before ? `unavailable on macOS ${before} and later` : undefined;
}

/**
 * The first macOS on which a group's new picture may not show although the bridge reports success (spec 2-imbridge).
 */
const FIRST_OS_WITHOUT_ICONS = 26;

export const showsIcons = (info: BridgeInfo | undefined): boolean =>
  !(info && osMajorOf(info) >= FIRST_OS_WITHOUT_ICONS);

/** `partial` because only six reactions exist, and because the state of the bridge may be unknown. */
export function supportOf(ability: AbilityName, actions: Actions, info: BridgeInfo | undefined): Support {
  if (obstacleTo(ability, actions, info) !== undefined) return 'rejected';
  return info === undefined || isHalf(ability, info) ? 'partial' : 'full';
}

/** Without the Private API files go out, but no voice memos (wire 2.4). */
function isHalf(ability: AbilityName, info: BridgeInfo): boolean {
  if (ability === 'setGroupIcon') return !showsIcons(info);
  return ability === 'react' || (ability === 'sendAttachment' && !hasPrivateApi(info));
}
