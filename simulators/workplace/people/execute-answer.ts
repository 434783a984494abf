import { isObject, text } from '../json.js';
import type { BotAnswer } from '../types.js';

/** The answer of the bot, and what the person sees of it. */
export interface ExecuteAnswer extends BotAnswer {
  readonly shown: ShownAnswer;
}

/**
 * A toast, a card in place of the old one for that person, an error the bot meant (`problem`), or the client's own
 * "something went wrong" for an answer it cannot show (`fault`).
 */
export type ShownAnswer =
  | { readonly kind: 'toast' | 'problem' | 'fault'; readonly text: string }
  | { readonly kind: 'card'; readonly card: unknown };

/** How a client reads the answer to `adaptiveCard/action` (workchat-wire 1.13). `{}` is no answer. */
export function shownAnswer({ status, json }: BotAnswer): ShownAnswer {
  if (status !== 200 || !isObject(json)) return fault(`HTTP ${status} without an answer`);
  const { statusCode, type, value } = json;
  if (type === 'application/vnd.microsoft.error') {
    const said = isObject(value) ? text(value.message) : undefined;
    return said === undefined ? fault('an error without a message') : { kind: 'problem', text: said };
  }
  if (statusCode !== 200) return fault(`statusCode ${String(statusCode)}`);
  if (type === 'application/vnd.microsoft.activity.message' && typeof value === 'string') {
    return { kind: 'toast', text: value };
  }
  const isCard = type === 'application/vnd.microsoft.card.adaptive' && isObject(value);
  return isCard ? { kind: 'card', card: value } : fault(`type ${String(type)}`);
}

const fault = (why: string): ShownAnswer => ({ kind: 'fault', text: `Something went wrong: ${why}` });
