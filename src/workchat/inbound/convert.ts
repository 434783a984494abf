import {
  type AccountId,
  APPROVAL_DECISIONS,
  type Change,
  type InboundApprovalAnswer,
  type InboundMessage,
  type InboundNotice,
  type RemoteEvent,
  type RemoteMessageId,
  type SenderRef,
} from '../../channels/index.js';
import type { Activity } from '../service/wire/activity.js';
import {
  fieldsOf,
  type JsonRecord,
  parseJson,
  recordOf,
  recordsOf,
  textOf,
} from '../../channels/kit/index.js';
import { messageIdOf, placeNamed, WORKCHAT } from '../ids/id.js';
import { consentIn } from '../files/consent.js';
import type { DropReason } from './drop-reasons.js';
import { attachmentsOf, possibleFilesOf } from './attachments.js';
import { changesOf } from './changes.js';
import { accessKeysOf, accountOf, type ActivityPlace, senderRefOf } from './place.js';
import { quotesIn } from './quotes.js';
import { mentionsBot, wordsOf } from './text.js';
import { CHOICES_INPUT, POLL_KEY } from '../outbound/poll-card.js';
import { APPROVAL_KEY, DECISION_KEY } from '../outbound/approval-card.js';

/** The form of our ids. */
const ID = /^\w{1,64}$/;

/**
 * The answer in the data of a button of a request. The data says nothing about the person or the place.
 * @returns undefined for another card
 */
function approvalAnswerIn(
  values: JsonRecord,
): Pick<InboundApprovalAnswer, 'approvalId' | 'decision'> | 'unreadable' | undefined {
  if (!(APPROVAL_KEY in values)) return undefined;
  const approvalId = textOf(values[APPROVAL_KEY]) ?? '';
  const decision = APPROVAL_DECISIONS.find((each) => each === values[DECISION_KEY]);
  return ID.test(approvalId) && decision ? { approvalId, decision } : 'unreadable';
}

/** The result of a conversion: events in their order, or the reason there are none. */
export type Conversion =
  | {
      readonly kind: 'events';
      readonly events: readonly RemoteEvent[];
      /** A message that an edit addresses to the bot, unless it was answered before the edit. */
      readonly nowAsked?: { readonly event: InboundMessage; readonly originalKey: string };
    }
  | { readonly kind: 'dropped'; readonly reason: DropReason };

export interface ConvertContext {
  readonly account: AccountId;
  /** Replaces a missing time, epoch ms. */
  readonly now: number;
  /** Whether the catch-up fetched it. */
  readonly isLate?: boolean;
}

/** The fields that every event of one activity has in common. */
type Happened = Omit<InboundNotice, 'kind' | 'change' | 'inboxKey'>;

/** Pure. Decides by type and ids, never by names or wording; unknown activities are dropped with a reason (wire 1). */
export function convert(activity: Activity, place: ActivityPlace, context: ConvertContext): Conversion {
  const bot = textOf(fieldsOf(activity.recipient).id);
  const sender = senderRefOf(activity.from, bot);
  if (!sender) return dropped('no-sender');
  if (sender.isSelf) return dropped('own-message');
  const happened = happenedOf(activity, place, { ...context, sender });
  switch (activity.type) {
    case 'message':
      return messageOf(activity, place, happened);
    case 'invoke':
      return invoked(activity, happened);
    case 'messageUpdate':
      return editOf(activity, place, notices(activity, happened, changesOf(activity, bot)), happened);
    case 'messageDelete':
    case 'messageReaction':
    case 'conversationUpdate':
      return notices(activity, happened, changesOf(activity, bot));
    case 'installationUpdate':
      return { kind: 'events', events: [] };
    case 'typing':
      return dropped('typing');
    default:
      return dropped('unsupported-activity');
  }
}

const dropped = (reason: DropReason): Conversion => ({ kind: 'dropped', reason });
const only = (event: RemoteEvent): Conversion => ({ kind: 'events', events: [event] });

function happenedOf(
  activity: Activity,
  { conversation, root }: ActivityPlace,
  { account, now, isLate = false, sender }: ConvertContext & { readonly sender: SenderRef },
): Happened {
  const at = Date.parse(textOf(activity.timestamp) ?? '');
  return {
    channel: WORKCHAT,
    account,
    conversation,
    sender,
    occurredAt: Number.isNaN(at) ? now : at,
    isLate,
    accessKeys: accessKeysOf(sender.id, fieldsOf(activity.from), conversation.id),
    ...(root === undefined ? {} : { thread: root }),
  };
}

function messageOf(activity: Activity, place: ActivityPlace, happened: Happened): Conversion {
  const messageId = messageIdOf(activity.id);
  if (messageId === undefined) return dropped('no-id');
  const content = contentOf(activity, place, messageId);
  const pressed = pressedIn(activity.value);
  // Beside a plain value there may be a message; a press may have no text (wire 13).
  const isPress = textOf(activity.text) === undefined && content.attachments.length === 0;
  if (pressed && (pressed.isObject || isPress))
    return cardAnswer(activity, happened, withText(pressed.values, content.text));
  const mentionsUs = mentionsBot(activity);
  // The directory lists all files itself.
  const possibleFiles = happened.isLate ? undefined : possibleFilesOf(activity, place, messageId);
  const isEmpty = content.text === '' && content.attachments.length === 0 && possibleFiles === undefined;
  if (isEmpty && !mentionsUs) return dropped('empty');
  const inboxKey = keyOf('message', happened, messageId);
  const possible = possibleFiles === undefined ? {} : { possibleFiles };
  return only({ ...happened, kind: 'message', inboxKey, ...content, ...possible, mentionsUs });
}

/** In groups and channels an edit may mention the bot for the first time. */
function editOf(
  activity: Activity,
  place: ActivityPlace,
  conversion: Conversion,
  happened: Happened,
): Conversion {
  const messageId = messageIdOf(activity.id);
  const isNew = fieldsOf(activity.channelData).eventType === 'editMessage' && mentionsBot(activity);
  if (conversion.kind === 'dropped' || messageId === undefined || !isNew) return conversion;
  if (happened.conversation.kind === 'direct') return conversion;
  const inboxKey = keyOf('mention', happened, messageId);
  const content = contentOf(activity, place, messageId);
  const event = { ...happened, kind: 'message' as const, inboxKey, ...content, mentionsUs: true };
  return { ...conversion, nowAsked: { event, originalKey: keyOf('message', happened, messageId) } };
}

/** The text of a message, and the messages it refers to. */
export function contentOf(
  activity: Activity,
  place: ActivityPlace,
  messageId: RemoteMessageId,
): Pick<InboundMessage, 'messageId' | 'text' | 'attachments' | 'replyTo' | 'quotes'> {
  const { answered, told } = quotesIn(activity);
  const replyTo = answered ?? threadedTo(activity, place);
  return {
    messageId,
    text: wordsOf(activity),
    attachments: attachmentsOf(activity, place, messageId),
    ...(replyTo === undefined || replyTo === messageId ? {} : { replyTo }),
    ...(told.length === 0 ? {} : { quotes: told }),
  };
}

/** The message that this one answers without a quote: in a channel at least the post (wire 1.6). */
const threadedTo = ({ replyToId }: Activity, { root, conversation }: ActivityPlace) =>
  messageIdOf(replyToId) ?? (conversation.kind === 'channel' ? messageIdOf(root) : undefined);

function invoked(activity: Activity, happened: Happened): Conversion {
  if (activity.name === 'message/submitAction') return dropped('feedback');
  if (activity.name === 'fileConsent/invoke') return fileAnswer(activity, happened);
  const action = recordOf(pressedIn(activity.value)?.values.action);
  if (activity.name !== 'adaptiveCard/action' || !action) return dropped('unsupported-invoke');
  if (messageIdOf(activity.id) === undefined) return dropped('no-id');
  return cardAnswer(activity, happened, pressedIn(action.data)?.values ?? {});
}

/**
 * The data of a button that was pressed. An object may arrive as JSON text; anything else gets the name `value`.
 * @returns undefined without data
 */
function pressedIn(value: unknown): { readonly values: JsonRecord; readonly isObject: boolean } | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const values = recordOf(typeof value === 'string' ? parseJson(value)?.value : value);
  return values ? { values, isObject: true } : { values: { value }, isObject: false };
}

/** A button can send a text with its data. */
const withText = (values: JsonRecord, text: string): JsonRecord =>
  text === '' || 'text' in values ? values : { ...values, text };

/**
 * Has one key per request, because a person answers a request once, even if the platform repeats the answer (wire
 * 1.11).
 */
function fileAnswer(activity: Activity, happened: Happened): Conversion {
  if (happened.conversation.kind !== 'direct') return dropped('unsupported-invoke');
  const consent = consentIn(activity.value);
  if (!consent) return dropped('unreadable');
  const messageId = messageIdOf(activity.replyToId);
  return only({
    ...happened,
    kind: 'file-answer',
    inboxKey: keyOf('file', happened, `${happened.sender.id}:${consent.offerId}`),
    ...consent,
    ...(messageId === undefined ? {} : { messageId }),
  });
}

/** A vote, an answer to an approval, or the input of another card of ours. */
function cardAnswer(activity: Activity, happened: Happened, values: JsonRecord): Conversion {
  const inboxKey = keyOf('card', happened, String(activity.id));
  const vote = voteIn(values);
  if (vote === 'unreadable') return dropped('empty');
  if (vote) return only({ ...happened, kind: 'poll-vote', inboxKey, ...vote });
  const answer = approvalAnswerIn(values);
  if (answer === 'unreadable') return dropped('unsupported-invoke');
  if (answer) return only({ ...happened, kind: 'approval-answer', inboxKey, ...answer });
  const messageId = messageIdOf(activity.replyToId);
  const card = messageId === undefined ? {} : { messageId };
  return only({ ...happened, kind: 'card-answer', inboxKey, values, ...card });
}

/** One activity may contain several events, each with its own key. */
function notices(activity: Activity, happened: Happened, changes: readonly Change[]): Conversion {
  if (changes.length === 0) return dropped('unsupported-event');
  const { channelData, timestamp } = activity;
  const { eventType } = fieldsOf(channelData);
  // An edit has the same id as its message, so only the time distinguishes two edits (wire 1.10).
  const what = [
    activity.type,
    textOf(eventType) ?? '',
    textOf(activity.id) ?? '',
    textOf(timestamp) ?? '',
  ].join(':');
  const place = placeOfChange(activity, happened);
  const events = changes.map((change, index) => ({
    ...place,
    kind: 'notice' as const,
    inboxKey: keyOf('notice', place, `${what}:${index}`),
    change,
  }));
  return { kind: 'events', events };
}

/** Changes of a channel are reported in the team's first channel (wire 1.7). */
function placeOfChange(activity: Activity, happened: Happened): Happened {
  const { channel, eventType } = fieldsOf(activity.channelData);
  const named = eventType === 'channelRenamed' ? placeNamed(fieldsOf(channel).id) : undefined;
  if (!named) return happened;
  return { ...happened, conversation: { ...happened.conversation, id: named.conversation } };
}

/** Message ids are unique only within their conversation. */
const keyOf = (what: string, { conversation }: Happened, id: string): string =>
  `${what}:${conversation.id}:${id}`;

/** The members an activity names as added or removed (wire 1.7): `me`, if it is the bot itself. */
export function botCame(activity: Activity): 'added' | 'removed' | undefined {
  const bot = accountOf(activity.recipient).id;
  const isBot = (member: JsonRecord) => bot !== undefined && member.id === bot;
  if (activity.type === 'installationUpdate') {
    const action = textOf(activity.action) ?? '';
    return action === 'add' ? 'added' : action === 'remove' ? 'removed' : undefined;
  }
  if (activity.type !== 'conversationUpdate') return undefined;
  if (recordsOf(activity.membersAdded).some(isBot)) return 'added';
  return recordsOf(activity.membersRemoved).some(isBot) ? 'removed' : undefined;
}

interface CardVote {
  readonly pollId: string;
  readonly selections: readonly number[];
}

const MAX_CHOICES = 100;

/**
 * The vote in the data of one of our cards; several choices are one text with commas (wire 1.12, 1.13).
 * @returns undefined for another card; `unreadable` for a poll with invalid or no choices, which the form does not
 * allow, so that it does not revoke an earlier vote
 */
function voteIn(values: JsonRecord): CardVote | 'unreadable' | undefined {
  const data = recordOf(values.data) ?? values;
  const pollId = textOf(data[POLL_KEY]) ?? textOf(values[POLL_KEY]);
  if (pollId === undefined) return undefined;
  const selections = selectionsIn(data[CHOICES_INPUT] ?? values[CHOICES_INPUT]);
  return selections ? { pollId, selections } : 'unreadable';
}

function selectionsIn(choices: unknown = []): readonly number[] | undefined {
  const listed: readonly unknown[] = typeof choices === 'string' ? choices.split(',') : [choices].flat();
  const chosen = listed.map(wordOf).filter((each) => each !== '');
  const isCount = chosen.length > 0 && chosen.length <= MAX_CHOICES;
  if (!isCount || !chosen.every((each) => /^\d{1,4}$/.test(each))) return undefined;
  return [...new Set(chosen.map(Number))];
}

const wordOf = (choice: unknown): string =>
  typeof choice === 'string' || typeof choice === 'number' ? String(choice).trim() : 'unreadable';
