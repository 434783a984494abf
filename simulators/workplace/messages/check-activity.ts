import { ADAPTIVE_CARD, CONSENT_CARD, FILE_INFO } from '../common/attachment-types.js';
import type { WorkplaceCore } from '../core/core.js';
import { refuseService } from '../http/problems.js';
import type { Call } from '../http/route.js';
import type { Json } from '../common/json.js';
import { isObject, objects, text } from '../common/json.js';
import type { Activity, Conversation } from '../common/types.js';
import { messageBytes } from './message-size.js';

/** The activity in the body, if the platform accepts it (workchat-wire 3.4, 3.6). */
export function activityOf({ limits }: WorkplaceCore, call: Call): Activity {
  if (!call.isWellFormed) throw refuseService(400, 'BadSyntax', 'Could not parse the body as an activity.');
  const activity: Activity = call.body;
  if (text(activity.type) === undefined)
    throw refuseService(400, 'MissingProperty', "The 'type' property is required.");
  const isTooBig = messageBytes(activity) > limits.messageBytes || call.bytes.byteLength > limits.bodyBytes;
  if (isTooBig) throw refuseService(413, 'MessageSizeTooBig', 'Message size too large.');
  return activity;
}

/** Checks the rules for a message that people see. */
export function checkMessage({ limits }: WorkplaceCore, activity: Activity, { kind }: Conversation): void {
  const attachments = objects(activity.attachments);
  if ((text(activity.text) ?? '').trim() === '' && attachments.length === 0) {
    throw refuseService(400, 'BadSyntax', 'Activity resulted into multiple skype activities or is empty.');
  }
  if (attachments.length > limits.attachmentsPerMessage) throw bad('Too many attachments.');
  for (const attachment of attachments) checkAttachment(attachment);
  if (kind !== 'personal' && attachments.some(({ contentType }) => contentType === CONSENT_CARD)) {
    throw bad('File consent is available in personal chats only.');
  }
}

/** Further cards that the platform shows; their contents are not checked. */
const OTHER_CARDS = new Set([
  'application/vnd.microsoft.card.hero',
  'application/vnd.microsoft.card.thumbnail',
  'application/vnd.microsoft.card.receipt',
  'application/vnd.microsoft.card.signin',
  'application/vnd.microsoft.card.oauth',
  'application/vnd.microsoft.teams.card.list',
  'application/vnd.microsoft.teams.card.o365connector',
]);

/** Pictures, cards and file cards are shown; anything else is refused (workchat-wire 4.1, 5.1 to 5.3). */
function checkAttachment({ contentType, contentUrl, content, name }: Json): void {
  const type = text(contentType) ?? '';
  if (type.startsWith('image/')) checkPicture(text(contentUrl) ?? '');
  else if (type === ADAPTIVE_CARD) checkAdaptiveCard(content);
  else if (type === CONSENT_CARD || type === FILE_INFO) checkFileCard(type, { content, contentUrl, name });
  else if (!OTHER_CARDS.has(type)) throw bad('Unknown attachment type');
  else if (!isObject(content)) throw bad('The card has no content.');
}

/** A picture needs inline bytes, or a URL from which clients may load it. */
function checkPicture(url: string): void {
  const isInline = /^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+$/.test(url);
  if (!isInline && !url.startsWith('https://')) throw bad('The picture has no usable contentUrl.');
}

function checkAdaptiveCard(content: unknown): void {
  if (!isObject(content) || content.type !== 'AdaptiveCard') throw bad('The content is no AdaptiveCard.');
  if (!/^1\.[0-6]$/.test(text(content.version) ?? '')) throw bad('The version of the card is not supported.');
  if (content.body !== undefined && !Array.isArray(content.body))
    throw bad('The body of the card is no list.');
}

function checkFileCard(type: string, { content, contentUrl, name }: Json): void {
  const needed = isObject(content) && (type === CONSENT_CARD ? content.sizeInBytes : content.uniqueId);
  const isComplete = text(name) !== undefined && needed !== false && needed !== undefined;
  if (!isComplete || (type === FILE_INFO && text(contentUrl) === undefined)) {
    throw bad('The file card is incomplete.');
  }
}

const bad = (why: string): Error => refuseService(400, 'BadArgument', why);
