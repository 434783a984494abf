import { type AccountSettings, senderKeyOf } from '../../channels/index.js';
import { conversationKey } from '../ids/id.js';
import type { Reference } from '../service/references/references.js';
import type { WorkchatSettings } from '../settings/settings.js';

/** Whether any message from the conversation could reach the assistant. */
export function isHeard(
  { kind, conversation, team }: Reference,
  { dmPolicy, groupPolicy }: WorkchatSettings,
  account: AccountSettings,
): boolean {
  if (kind === 'direct') return dmPolicy !== 'disabled';
  const place = { id: conversation, kind, ...(team === undefined ? {} : { team }) };
  // Only an allowlist excludes places (spec 3-workchat, team and channel entries).
  return groupPolicy === 'open' || (groupPolicy === 'allowlist' && !account.group(place).isExcluded);
}

/** Whether the policies and lists leave anyone there who is answered, or who may be paired. */
export function letsAnyoneIn(
  { kind, conversation, team, person = {} }: Reference,
  settings: AccountSettings,
): boolean {
  const { dmPolicy, allowFrom, groupPolicy, groupAllowFrom } = settings;
  if (kind === 'direct') {
    const keys = [person.aadObjectId?.toLowerCase(), person.id].flatMap((id) =>
      id ? [senderKeyOf(id)] : [],
    );
    const isListed = [...keys, conversationKey(conversation)].some((key) => allowFrom.keys.has(key));
    return dmPolicy === 'allowlist' ? allowFrom.anyone || isListed : dmPolicy !== 'disabled';
  }
  const place = settings.group({ id: conversation, kind, ...(team === undefined ? {} : { team }) });
  if (groupPolicy === 'disabled' || place.isOff === true) return false;
  if (groupPolicy === 'open') return true;
  const { anyone, keys } = place.allowFrom ?? groupAllowFrom;
  return !place.isExcluded && (anyone || keys.size > 0);
}
