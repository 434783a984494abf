import {
  type ConversationId,
  type ConversationRef,
  type SenderId,
  senderKeyOf,
  type SenderRef,
  type ThreadId,
} from '../../channels/index.js';
import type { Reference } from '../service/references/references.js';
import { WEB_CHAT } from '../settings/cloud.js';
import type { Account, Activity } from '../service/wire/activity.js';
import { fieldsOf, type JsonRecord, textOf } from '../../channels/kit/index.js';
import { conversationKey, isGuid, placeNamed, senderOf, threadOf } from '../ids/id.js';

/** The place of an activity. */
export interface ActivityPlace {
  readonly conversation: ConversationRef & { readonly id: ConversationId };
  /** The post that begins its thread; only in channels. */
  readonly root?: ThreadId;
  /** Directory group of the team, if the activity has it. */
  readonly group?: string;
}

/** @returns undefined for an activity without a place, or with contradictory ones (wire 8.1, 3) */
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
  const group = textOf(aadGroupId)?.trim().toLowerCase();
  return {
    conversation: {
      id: named.conversation,
      kind,
      ...(textOf(name) === undefined ? {} : { name: String(name) }),
      ...(teamThread === undefined ? {} : { team: teamThread }),
    },
    ...(root === undefined ? {} : { root }),
    ...(group === undefined || !isGuid(group) ? {} : { group }),
  };
}

/** The place with the directory group of its team, if that is known. */
export const withGroup = (place: ActivityPlace, group: string | undefined): ActivityPlace =>
  group === undefined ? place : { ...place, conversation: { ...place.conversation, teamAlias: group } };

/**
 * The root for a message whose conversation names no post (wire 1.6). Otherwise `replyToId` is the message it refers
 * to.
 */
function rootOf({ type, value, replyToId, id }: Activity): ThreadId | undefined {
  return type === 'message' && (value ?? undefined) === undefined
    ? (threadOf(replyToId) ?? threadOf(id))
    : undefined;
}

function kindOf(type: unknown, isGroup: unknown): ConversationRef['kind'] | undefined {
  if (type === 'personal') return 'direct';
  if (type === 'groupChat') return 'group';
  if (type === 'channel') return 'channel';
  // Only the web-chat tester has neither.
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
 * The page that embeds the web-chat tester chooses the sender's id freely, so it must never match an id of the
 * directory or an account in an allowlist.
 */
export function withKnownSender(activity: Activity): Activity {
  if (activity.channelId !== WEB_CHAT) return activity;
  const { id, name } = accountOf(activity.from);
  if (id === undefined) return { ...activity, from: {} };
  const isBot = id === accountOf(activity.recipient).id;
  return { ...activity, from: { id: isBot ? id : `${WEB_CHAT}:${id}`, name } };
}

/** Our id of a person; undefined without a person. */
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

/** All keys by which an allowlist may admit this activity; `compileAllowList` makes the same keys from its entries. */
export function accessKeysOf(
  sender: SenderId,
  from: JsonRecord,
  conversation: ConversationId,
): readonly string[] {
  const account = textOf(from.id);
  const names = account === undefined || account === sender ? [sender] : [sender, account];
  return [...names.map(senderKeyOf), conversationKey(conversation)];
}

/** The reference that is needed to write there later. */
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
    // Stored without the name, which events of the system lack: the stored name would be set and cleared in turn.
    ...(person === undefined ? {} : { person: withoutName(person) }),
    ...(conversation.team === undefined ? {} : { team: conversation.team }),
  };
}

const withoutName = ({ name: _name, ...person }: Account): Account => person;
