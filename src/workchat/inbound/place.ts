import type { ConversationId, ConversationRef, SenderId, SenderRef, ThreadId } from '../../channels/index.js';
import type { Reference } from '../service/references/references.js';
import { WEB_CHAT } from '../settings/cloud.js';
import type { Account, Activity } from '../service/wire/activity.js';
import { type Fields, fieldsOf, textOf } from '../service/wire/json.js';
import { conversationKey, placeNamed, senderKey, senderOf, threadOf } from '../ids/id.js';

/** Where an activity happened. */
export interface ActivityPlace {
  readonly conversation: ConversationRef & { readonly id: ConversationId };
  /** The post whose thread it stands in; only in channels. */
  readonly root?: ThreadId;
  /** Directory group of the team, where the activity tells it. */
  readonly group?: string;
}

/** @returns undefined for an activity that says nowhere, or contradicts itself (wire 8.1, 3) */
export function placeOf(activity: Activity): ActivityPlace | undefined {
  const { id, conversationType, isGroup, name } = fieldsOf(activity.conversation);
  const named = placeNamed(id);
  const kind = kindOf(conversationType, isGroup);
  const { team, channel, teamsChannelId } = fieldsOf(activity.channelData);
  if (!named || !kind) return undefined;
  const isOfTeam = team !== undefined || channel !== undefined || teamsChannelId !== undefined;
  if (kind === 'direct' && (isGroup === true || isOfTeam)) return undefined;
  const { id: teamId, aadGroupId } = fieldsOf(team);
  const teamThread =
    kind === 'channel'
      ? placeNamed(textOf(teamId) ?? fieldsOf(activity.channelData).teamsTeamId)?.conversation
      : undefined;
  const root = kind === 'channel' ? (named.root ?? rootOf(activity)) : undefined;
  const group = textOf(aadGroupId);
  return {
    conversation: {
      id: named.conversation,
      kind,
      ...(textOf(name) === undefined ? {} : { name: String(name) }),
      ...(teamThread === undefined ? {} : { team: teamThread }),
    },
    ...(root === undefined ? {} : { root }),
    ...(group === undefined ? {} : { group }),
  };
}

/** Set for a message whose conversation names no post (wire 1.6); elsewhere `replyToId` is what it is about. */
function rootOf({ type, value, replyToId, id }: Activity): ThreadId | undefined {
  return type === 'message' && value === undefined ? (threadOf(replyToId) ?? threadOf(id)) : undefined;
}

function kindOf(type: unknown, isGroup: unknown): ConversationRef['kind'] | undefined {
  if (type === 'personal') return 'direct';
  if (type === 'groupChat') return 'group';
  if (type === 'channel') return 'channel';
  // The web-chat tester, and nobody else, says neither.
  return type === undefined && isGroup !== true ? 'direct' : undefined;
}

export function accountOf(value: unknown): Account {
  const { id, name, aadObjectId, objectId } = fieldsOf(value);
  const directoryId = textOf(aadObjectId) ?? textOf(objectId);
  return {
    ...(textOf(id) === undefined ? {} : { id: String(id) }),
    ...(textOf(name) === undefined ? {} : { name: String(name) }),
    ...(directoryId === undefined ? {} : { aadObjectId: directoryId }),
  };
}

/**
 * In the web-chat tester the page that shows it says who writes, in any words: none of them may be an id of the
 * directory, or of an account, that a list lets in.
 */
export function withKnownSender(activity: Activity): Activity {
  if (activity.channelId !== WEB_CHAT) return activity;
  const { id, name } = accountOf(activity.from);
  if (id === undefined) return { ...activity, from: {} };
  const isBot = id === accountOf(activity.recipient).id;
  return { ...activity, from: { id: isBot ? id : `${WEB_CHAT}:${id}`, name } };
}

/** Our id of a person; undefined for nobody. */
export function senderRefOf(value: unknown, bot: string | undefined): SenderRef | undefined {
  const { id, name, aadObjectId } = accountOf(value);
  const sender = senderOf(aadObjectId, id);
  if (sender === undefined) return undefined;
  const isBot = fieldsOf(value).role === 'bot' || id?.startsWith('28:') === true;
  return {
    id: sender,
    isSelf: id !== undefined && id === bot,
    ...(name === undefined ? {} : { name }),
    ...(isBot ? { isBot } : {}),
  };
}

/** Everything an allowlist may name this activity by; the other side is `compileAllowList`. */
export function accessKeysOf(
  sender: SenderId,
  from: Fields,
  conversation: ConversationId,
): readonly string[] {
  const account = textOf(from.id);
  const names = account === undefined || account === sender ? [sender] : [sender, account];
  return [...names.map(senderKey), conversationKey(conversation)];
}

/** The reference needed to write there later. */
export function referenceOf(activity: Activity, { conversation }: ActivityPlace): Reference {
  const { tenantId } = fieldsOf(activity.conversation);
  const tenant = textOf(tenantId) ?? textOf(fieldsOf(fieldsOf(activity.channelData).tenant).id);
  const person = conversation.kind === 'direct' ? accountOf(activity.from) : undefined;
  return {
    conversation: conversation.id,
    kind: conversation.kind,
    serviceUrl: activity.serviceUrl,
    channelId: activity.channelId,
    bot: accountOf(activity.recipient),
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    // Events of the system name no name: it would be written and taken back in turns.
    ...(person === undefined ? {} : { person: withoutName(person) }),
    ...(conversation.team === undefined ? {} : { team: conversation.team }),
  };
}

const withoutName = ({ name: _name, ...person }: Account): Account => person;
