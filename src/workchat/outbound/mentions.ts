import { escaped } from '../service/wire/html.js';
import type { JsonRecord } from '../../channels/kit/index.js';

/** `@[Name](id)`, with brackets in the name escaped by a backslash; only ids of people and bots count (wire 3.3). */
const MENTION =
  /@\[((?:\\.|[^\]\\\n]){1,200})\]\(((?:28:|29:|8:orgid:)[^()\s]{1,250}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
/** Text that the service would read as a mention of its own. */
const TAG = /<(?=\/?at\b)/gi;
/** Code between backticks, in blocks and within lines: it contains no mentions. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;

export interface Mentioning {
  readonly text: string;
  readonly entities: readonly JsonRecord[];
}

/** Turns mentions in the text into real ones; text and entity must match, or the service shows the tag itself. */
export function withMentions(text: string): Mentioning {
  const entities = new Map<string, JsonRecord>();
  const shown = text.split(CODE).map((part, index) => {
    const words = part.replace(TAG, '&lt;');
    return index % 2 === 1
      ? words
      : words.replace(MENTION, (_, name: string, id: string) => tagFor(name, id));
  });
  return { text: shown.join(''), entities: [...entities.values()] };

  function tagFor(name: string, id: string): string {
    const plain = name.replace(/\\(.)/g, '$1');
    const tag = `<at>${escaped(plain)}</at>`;
    entities.set(`${tag} ${id}`, { type: 'mention', text: tag, mentioned: { id, name: plain } });
    return tag;
  }
}
