import type { Json } from '../common/json.js';
import { isObject } from '../common/json.js';

/** UTF-16 bytes of an activity, without the base64 of pictures (workchat-wire 3.4). */
export function messageBytes(activity: Json): number {
  const { text, entities, attachments, summary, value, channelData, suggestedActions } = activity;
  const counted = {
    text,
    entities,
    attachments: withoutPictures(attachments),
    summary,
    value,
    channelData,
    suggestedActions,
  };
  return JSON.stringify(counted).length * 2;
}

function withoutPictures(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('data:image/') ? '' : value;
  if (Array.isArray(value)) return value.map(withoutPictures);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutPictures(member)]));
}

/** The text as a person reads it: a tag is a name only if an entity has exactly the same text (workchat-wire 3.3). */
export function shownText(activity: { readonly text?: string; readonly entities?: readonly Json[] }): string {
  const mentions = (activity.entities ?? []).filter(({ type }) => type === 'mention');
  return mentions.reduce<string>((shown, { text: tag, mentioned }) => {
    const name = isObject(mentioned) && typeof mentioned.name === 'string' ? mentioned.name : '';
    return typeof tag === 'string' && tag !== '' ? shown.replaceAll(tag, `@${name}`) : shown;
  }, activity.text ?? '');
}
