import { ADAPTIVE_CARD, CONSENT_CARD, FILE_INFO } from '../attachment-types.js';
import { refuseService } from '../http/problems.js';
import type { Json } from '../json.js';
import { isObject, text } from '../json.js';

/** Further cards the platform shows to people; their contents are not looked at. */
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
export function checkAttachment({ contentType, contentUrl, content, name }: Json): void {
  const type = text(contentType) ?? '';
  if (type.startsWith('image/')) checkPicture(text(contentUrl) ?? '');
  else if (type === ADAPTIVE_CARD) checkAdaptiveCard(content);
  else if (type === CONSENT_CARD || type === FILE_INFO) checkFileCard(type, { content, contentUrl, name });
  else if (!OTHER_CARDS.has(type)) throw bad('Unknown attachment type');
  else if (!isObject(content)) throw bad('The card has no content.');
}

/** Inline bytes of a picture, or an address the clients may load it from. */
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

export const bad = (why: string): Error => refuseService(400, 'BadArgument', why);
